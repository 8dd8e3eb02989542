! Transforms on the sphere, gravity and the Wilson-Dirac operator from Fortran.
! Each result is compared with what it has to be.
program fortran_program
    use, intrinsic :: iso_fortran_env, only: error_unit
    use tasuki
    implicit none
    type(c_ptr) :: context

    call check(tasuki_context_create(tasuki_all, tasuki_all, context=context))
    call transform()
    call gravity()
    call lattice()
    call check(tasuki_context_destroy(context))

contains

    ! Ends the program where a function of Tasuki has failed.
    subroutine check(error)
        integer(c_int), intent(in) :: error
        if (error == tasuki_done) return
        write (error_unit, '(a)') tasuki_message()
        stop error
    end subroutine

    ! Ends the program where a result is wrong by more than `most`.
    subroutine expect(what, error, most)
        character(*), intent(in) :: what
        real(c_double), intent(in) :: error, most
        print '(2a, es8.1)', what, ': off by', error
        if (.not. error <= most) stop 1
    end subroutine

    ! Both parts between -1 and 1.
    function deviates(n) result(z)
        integer, intent(in) :: n
        complex(c_double_complex) :: z(n)
        real(c_double) :: parts(2, n)
        call random_number(parts)
        z = cmplx(2 * parts(1, :) - 1, 2 * parts(2, :) - 1, c_double_complex)
    end function

    ! Analysis after synthesis gives the coefficients back.
    subroutine transform()
        type(tasuki_transform_options) :: options
        type(c_ptr) :: its
        integer(c_int) :: nlat, nlon
        integer(c_size_t) :: nalm
        complex(c_double_complex), allocatable :: alm(:), back(:)
        real(c_double), allocatable :: map(:, :)
        options%lmax = 31
        call check(tasuki_transform_create(context, options, its))
        call check(tasuki_transform_sizes(its, nlat, nlon, nalm))
        allocate (back(nalm), map(nlon, nlat))
        alm = deviates(int(nalm))
        alm(:options%lmax + 1) = real(alm(:options%lmax + 1)) ! m = 0
        call check(tasuki_synthesis(its, alm, map))
        call check(tasuki_analysis(its, map, back))
        call expect('analysis of synthesis', maxval(abs(back - alm)), 1d-12)
        call check(tasuki_transform_destroy(its))
    end subroutine

    ! Two bodies at a distance of 5.
    subroutine gravity()
        real(c_double) :: x(3, 2), m(2), a(3, 2), expected(3, 2), potential
        x(:, 1) = 0
        x(:, 2) = [3, 0, 4]
        m = [1, 2]
        expected(:, 1) = m(2) * x(:, 2) / 125
        expected(:, 2) = -m(1) * x(:, 2) / 125
        call check(tasuki_accelerations(context, 2_c_size_t, x, m, 0d0, &
            tasuki_double, a, potential))
        call expect('forces of two bodies', maxval(abs(a - expected)), 1d-15)
        call expect('their potential', abs(potential + m(1) * m(2) / 5), 1d-15)
    end subroutine

    ! D times the solution of D psi = source is the source.
    subroutine lattice()
        integer(c_int), parameter :: extents(4) = [8, 4, 4, 6] ! T, Z, Y, X
        integer, parameter :: sites = 8 * 4 * 4 * 6
        complex(c_double_complex), allocatable :: u(:, :, :, :), source(:), &
            psi(:), back(:)
        type(tasuki_wilson_options) :: options
        type(c_ptr) :: d
        integer(c_int64_t) :: iterations
        real(c_double) :: residual
        integer :: i
        allocate (u(3, 3, 4, sites), psi(12 * sites), back(12 * sites))
        u = 0
        do i = 1, 3 ! cyclic shifts of colours are in SU(3)
            u(i, 1 + modulo(i, 3), :, :) = 1
        end do
        source = deviates(12 * sites)
        options%kappa = 0.12d0
        options%boundary = tasuki_periodic
        call check(tasuki_wilson_create(context, extents, u, options, d))
        call check(tasuki_wilson_solve(d, source, 1d-12, 1000_c_int64_t, psi, &
            iterations, residual))
        print '(i0, a, es8.1)', iterations, ' iterations, residual', residual
        call check(tasuki_wilson_apply(d, psi, back))
        call expect('D times the solution', maxval(abs(back - source)), 1d-9)
        call check(tasuki_wilson_destroy(d))
    end subroutine

end program
