! The C interface of Tasuki for Fortran: the functions of tasuki.h, which says
! what they do and what they return.
!
! Arrays have the shapes of tasuki.h in the reverse order: alm(nalm, fields),
! map(nlon, nlat, fields), x(3, n), links(3, 3, 4, X, Y, Z, T) with the column of
! a matrix before its row, spinor fields (3, 4, X, Y, Z, T).  What may be NULL in
! C is optional.
module tasuki
    use, intrinsic :: iso_c_binding
    implicit none
    private :: text_of

    enum, bind(c)
        enumerator :: tasuki_done = 0, tasuki_bad_input = 2, &
            tasuki_unavailable = 3, tasuki_numerics = 4, tasuki_fault = 70
    end enum
    enum, bind(c)
        enumerator :: tasuki_all = -1
    end enum
    enum, bind(c)
        enumerator :: tasuki_gauss, tasuki_regular, tasuki_poles, tasuki_inner
    end enum
    enum, bind(c)
        enumerator :: tasuki_orthonormal, tasuki_4pi, tasuki_schmidt
    end enum
    enum, bind(c)
        enumerator :: tasuki_condon_shortley, tasuki_no_phase
    end enum
    enum, bind(c)
        enumerator :: tasuki_double, tasuki_single, tasuki_half, tasuki_mixed
    end enum
    enum, bind(c)
        enumerator :: tasuki_antiperiodic, tasuki_periodic
    end enum
    enum, bind(c)
        enumerator :: tasuki_cg, tasuki_bicgstab
    end enum

    type, bind(c) :: tasuki_transform_options
        integer(c_int) :: lmax = 0
        integer(c_int) :: nlat = 0, nlon = 0
        integer(c_int) :: grid = tasuki_gauss
        integer(c_int) :: norm = tasuki_orthonormal
        integer(c_int) :: phase = tasuki_condon_shortley
        integer(c_int) :: fields = 1
    end type

    type, bind(c) :: tasuki_wilson_options
        real(c_double) :: kappa = 0
        real(c_double) :: csw = 0
        real(c_double) :: mu = 0
        integer(c_int) :: boundary = tasuki_antiperiodic
        integer(c_int) :: method = tasuki_cg
        integer(c_int) :: precision = tasuki_double
        integer(c_int) :: blocks(4) = 0 ! along T, Z, Y, X
    end type

    interface
        ! placement: ends with c_null_char
        integer(c_int) function tasuki_context_create(cpus, gpus, placement, &
                context) bind(c)
            import
            integer(c_int), value :: cpus, gpus
            character(kind=c_char), intent(in), optional :: placement(*)
            type(c_ptr), intent(out) :: context
        end function
        integer(c_int) function tasuki_context_destroy(context) bind(c)
            import
            type(c_ptr), value :: context
        end function

        integer(c_int) function tasuki_transform_create(context, options, &
                transform) bind(c)
            import
            type(c_ptr), value :: context
            type(tasuki_transform_options), intent(in) :: options
            type(c_ptr), intent(out) :: transform
        end function
        integer(c_int) function tasuki_transform_destroy(transform) bind(c)
            import
            type(c_ptr), value :: transform
        end function
        integer(c_int) function tasuki_transform_sizes(transform, nlat, nlon, &
                nalm) bind(c)
            import
            type(c_ptr), value :: transform
            integer(c_int), intent(out), optional :: nlat, nlon
            integer(c_size_t), intent(out), optional :: nalm
        end function
        integer(c_int) function tasuki_transform_latitudes(transform, &
                latitudes) bind(c)
            import
            type(c_ptr), value :: transform
            real(c_double), intent(inout) :: latitudes(*)
        end function
        integer(c_int) function tasuki_synthesis(transform, alm, map) bind(c)
            import
            type(c_ptr), value :: transform
            complex(c_double_complex), intent(in) :: alm(*)
            real(c_double), intent(inout) :: map(*)
        end function
        integer(c_int) function tasuki_analysis(transform, map, alm) bind(c)
            import
            type(c_ptr), value :: transform
            real(c_double), intent(in) :: map(*)
            complex(c_double_complex), intent(inout) :: alm(*)
        end function
        integer(c_int) function tasuki_winds(transform, vorticity, divergence, &
                u, v) bind(c)
            import
            type(c_ptr), value :: transform
            complex(c_double_complex), intent(in) :: vorticity(*), divergence(*)
            real(c_double), intent(inout) :: u(*), v(*)
        end function
        integer(c_int) function tasuki_vordiv(transform, u, v, vorticity, &
                divergence) bind(c)
            import
            type(c_ptr), value :: transform
            real(c_double), intent(in) :: u(*), v(*)
            complex(c_double_complex), intent(inout) :: vorticity(*), &
                divergence(*)
        end function

        integer(c_int) function tasuki_accelerations(context, n, x, m, eps, &
                precision, a, potential) bind(c)
            import
            type(c_ptr), value :: context
            integer(c_size_t), value :: n
            real(c_double), intent(in) :: x(3, *), m(*)
            real(c_double), value :: eps
            integer(c_int), value :: precision
            real(c_double), intent(inout) :: a(3, *)
            real(c_double), intent(out), optional :: potential
        end function

        ! extents: along T, Z, Y, X
        integer(c_int) function tasuki_wilson_create(context, extents, links, &
                options, wilson) bind(c)
            import
            type(c_ptr), value :: context
            integer(c_int), intent(in) :: extents(4)
            complex(c_double_complex), intent(in) :: links(*)
            type(tasuki_wilson_options), intent(in) :: options
            type(c_ptr), intent(out) :: wilson
        end function
        integer(c_int) function tasuki_wilson_destroy(wilson) bind(c)
            import
            type(c_ptr), value :: wilson
        end function
        integer(c_int) function tasuki_wilson_apply(wilson, psi, out) bind(c)
            import
            type(c_ptr), value :: wilson
            complex(c_double_complex), intent(in) :: psi(*)
            complex(c_double_complex), intent(inout) :: out(*)
        end function
        integer(c_int) function tasuki_wilson_solve(wilson, source, tolerance, &
                max_iterations, psi, iterations, residual) bind(c)
            import
            type(c_ptr), value :: wilson
            complex(c_double_complex), intent(in) :: source(*)
            real(c_double), value :: tolerance
            integer(c_int64_t), value :: max_iterations
            complex(c_double_complex), intent(inout) :: psi(*)
            integer(c_int64_t), intent(out), optional :: iterations
            real(c_double), intent(out), optional :: residual
        end function
    end interface

contains

    ! Message of the last error, or '' if there was none.
    function tasuki_message() result(text)
        character(:), allocatable :: text
        interface
            type(c_ptr) function error_text() bind(c, name='tasuki_error_text')
                import
            end function
        end interface
        text = text_of(error_text())
    end function

    ! Versions of Tasuki, of StarPU and of the GPU toolkit.
    function tasuki_versions() result(text)
        character(:), allocatable :: text
        interface
            type(c_ptr) function version() bind(c, name='tasuki_version')
                import
            end function
        end interface
        text = text_of(version())
    end function

    function text_of(string) result(text)
        type(c_ptr), intent(in) :: string
        character(:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        integer :: k
        interface
            integer(c_size_t) function strlen(string) bind(c)
                import
                type(c_ptr), value :: string
            end function
        end interface
        call c_f_pointer(string, letters, [strlen(string)])
        allocate (character(size(letters)) :: text)
        do k = 1, len(text)
            text(k:k) = letters(k)
        end do
    end function

end module
