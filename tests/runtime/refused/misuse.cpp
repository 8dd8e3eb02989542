// What the compiler refuses of a program, and in which words.  As it stands the
// file compiles.  refused.sh defines one name of the #ifdefs after the other:
// each makes one thing wrong, and what the compiler then says has to match the
// extended regular expression in the comment before it.
#include <complex>
#include <string>
#include <vector>

#include "runtime/runtime.hpp"

using namespace tasuki;
using runtime::Array, runtime::Context, runtime::Matrix, runtime::List;
using runtime::Read, runtime::Write, runtime::Update, runtime::Each;

using Ints = Array<int>;

struct None {};

/// y += a x
struct Axpy {
    struct Args {
        int a;
    };
// refused: K::name' (is|would be) ?invalid
#ifndef NO_NAME
    static constexpr auto name = "axpy";
#endif
// refused: take `const Args&` of the kernel first
#ifdef ARGS_OF_ANOTHER_TYPE
    static void cpu(const None&, Update<int> y, Read<int> x);
#else
    static void cpu(const Args&, Update<int> y, Read<int> x);
#endif
// refused: neither overloaded nor templates
#ifdef CPU_TWICE
    static void cpu(const Args&, Update<double> y, Read<double> x);
#endif
// refused: gpu\(\) takes what cpu\(\) takes
#ifdef GPU_IN_ANOTHER_ORDER
    static void gpu(const Args&, Read<int> x, Update<int> y, gpu::Stream);
// refused: and a gpu::Stream at the end
#elif defined(GPU_WITHOUT_STREAM)
    static void gpu(const Args&, Update<int> y, Read<int> x);
#else
    static void gpu(const Args&, Update<int> y, Read<int> x, gpu::Stream);
#endif
};

struct Convert {
    static constexpr auto name = "convert";
    using Args = None;
    static void cpu(const None&, Write<double> to, Read<int> from);
};

struct Clear {
    static constexpr auto name = "clear";
// refused: is_trivially_copyable_v<.*(not satisfied|to false)
#ifdef ARGS_WITH_TEXT
    struct Args {
        std::string text;
    };
#else
    struct Args {};
#endif
// refused: a kernel takes views, lists of them \(Each\)
#ifdef PLAIN_POINTER
    static void cpu(const Args&, int* values);
// refused: kHasGpu<.*(not satisfied|to false)
#elif defined(NO_FUNCTION)
// refused: cpu\(\) and gpu\(\) are static, return void
#elif defined(NOT_STATIC)
    void cpu(const Args&, Write<int> values);
// refused: only what is read is const
#elif defined(CONST_IN_A_WRITE)
    static void cpu(const Args&, Write<const int> values);
#else
    static void cpu(const Args&, Write<int> values);
#endif
};

/// On GPUs only.
struct Scale {
    static constexpr auto name = "scale";
    using Args = None;
// refused: a gpu::Stream at the end
#ifdef ONLY_GPU_WITHOUT_STREAM
    static void gpu(const None&, Update<int> values);
#else
    static void gpu(const None&, Update<int> values, gpu::Stream);
#endif
};

struct Pair {
    Update<int> to;
    Read<int> from;
};
struct Lists {
    static constexpr auto name = "lists";
    using Args = None;
    using Some = Each<Read<int>, 2>;
// refused: a kernel takes at most four lists
#ifdef FIVE_LISTS
    static void cpu(const None&, Each<Pair, 2>, Some, Some, Some, Some);
#else
    static void cpu(const None&, Each<Pair, 2>, Some, Some, Some);
#endif
};

void turn(const None&, runtime::UpdateMatrix<int> matrix) noexcept;
struct Turn {
    static constexpr auto name = "turn";
    using Args = None;
    static constexpr auto cpu = turn;
};

struct Zero {
    static constexpr auto name = "zero";
    using Args = None;
    static void cpu(const None&, Write<int> sum);
};
struct Add {
    static constexpr auto name = "add";
// refused: is_empty_v<typename Add::Args>.* evaluated to .?false
#ifdef ARGS_OF_A_REDUCTION
    struct Args {
        int a;
    };
#else
    using Args = None;
#endif
    static void cpu(const Args&, Update<int> sum, Read<int> part);
};
struct Sum {
    static constexpr auto name = "sum";
    using Args = None;
    static void cpu(const None&, runtime::Reduce<int> sum, Read<int> value);
};

void submits(Context& context, Ints& y, const Ints& x, Array<double>& doubles) {
// refused: (type|from) 'None'\)? to (type )?'const (typename )?Axpy::Args
#ifdef ANOTHER_TYPE_OF_ARGS
    runtime::submit<Axpy>(context, None{}, y, x);
#else
    runtime::submit<Axpy>(context, {.a = 2}, y, x);
#endif
// refused: ArrayDoesNotFit<1, .*View<int, .*update.*Array<double>
#ifdef OTHER_ELEMENTS
    runtime::submit<Axpy>(context, {.a = 2}, doubles, x);
// refused: TooFewArrays<2, 1>
#elif defined(TOO_FEW)
    runtime::submit<Axpy>(context, {.a = 2}, y);
// refused: TooManyArrays<2, 3>
#elif defined(TOO_MANY)
    runtime::submit<Axpy>(context, {.a = 2}, y, x, x);
// refused: WritesToConst<1, .*View<int
#elif defined(CONST_IS_WRITTEN)
    runtime::submit<Axpy>(context, {.a = 2}, x, x);
// refused: ArrayDoesNotFit<2, .*View<const int.*vector
#elif defined(NO_ARRAY)
    std::vector<int> vector;
    runtime::submit<Axpy>(context, {.a = 2}, y, vector);
// refused: cannot bind .* to an rvalue|expects an lvalue
#elif defined(TEMPORARY)
    runtime::submit<Axpy>(context, {.a = 2}, Ints{context, 3}, x);
#else
    runtime::submit<Axpy>(context, {.a = 2}, y, x);
#endif
    runtime::submit<Convert>(context, {}, doubles, y);
    runtime::submit<Clear>(context, {}, y);
    runtime::submit<Scale>(context, {}, y);
}

void submits_lists(Context& context, Ints& y, const Ints& x) {
    List<Pair> pairs;
    pairs.add(y, x);
    List<Read<int>> some;
    some.add(x);
// refused: ArrayDoesNotFit<1, .*Pair, 2>, .*List<
#ifdef LIST_OF_OTHERS
    runtime::submit<Lists>(context, {}, some, some, some, some);
// refused: ArrayDoesNotFit<4, .*Each<.*Array<
#elif defined(ARRAY_FOR_A_LIST)
    runtime::submit<Lists>(context, {}, pairs, some, some, x);
#elif !defined(FIVE_LISTS)
    runtime::submit<Lists>(context, {}, pairs, some, some, some);
#else
    runtime::submit<Lists>(context, {}, pairs, some, some, some, some);
#endif
}

void submits_matrix(Context& context, Matrix<int>& matrix) {
    runtime::submit<Turn>(context, {}, matrix);
}

void reduces(Context& context, Ints& sum, const Ints& value) {
// refused: ArrayDoesNotFit|TooFewArrays<2, 1>
#ifdef SWAPPED_REDUCTION
    runtime::set_reduction<Add, Zero>(sum);
#else
    runtime::set_reduction<Zero, Add>(sum);
#endif
    runtime::submit<Sum>(context, {}, sum, value);
}

void reads(Ints& array, const Ints& constant, Matrix<int>& matrix) {
    array.write().span()[0] = 1;
// refused: read-only|const value
#ifdef ARRAY_READ_IS_WRITTEN
    array.read().span()[0] = 1;
// refused: discards qualifiers|not marked const
#elif defined(CONST_IS_UPDATED)
    constant.update();
#else
    matrix.update().view()(0, 0) = constant.read().span()[0];
#endif
}

void calls(Update<int> y, Read<int> x) {
// refused: (cannot convert|conversion from) .*View<const int.* to .*View<int
#ifdef READ_AS_AN_UPDATE
    Axpy::cpu({.a = 2}, x, x);
#else
    Axpy::cpu({.a = 2}, y, x);
#endif
}

void submits_lambdas(Context& context, Ints& y, const Ints& x,
                     Array<double>& doubles) {
    const int a = 2;
// refused: names the types of its parameters
#ifdef LAMBDA_OF_AUTO
    runtime::submit(
        context, "axpy", [a](auto to) { *to = a; }, y);
// refused: is not mutable
#elif defined(MUTABLE_LAMBDA)
    int count = 0;
    runtime::submit(
        context, "axpy", [count](Update<int> to) mutable { *to = ++count; }, y);
// refused: returns nothing
#elif defined(LAMBDA_WITH_A_RESULT)
    runtime::submit(
        context, "axpy", [a](Update<int> to) { return *to + a; }, y);
// refused: capture numbers, and pass arrays to submit
#elif defined(LAMBDA_WITH_AN_ARRAY)
    runtime::submit(
        context, "axpy", [own = Ints{context, 3}](Update<int> to) { *to = 1; },
        y);
// refused: ArrayDoesNotFit<1, .*Array<double>
#elif defined(LAMBDA_OF_OTHER_ARRAYS)
    runtime::submit(
        context, "axpy", [a](Update<int> to) { *to = a; }, doubles);
// refused: TooFewArrays<2, 1>
#elif defined(LAMBDA_WITH_TOO_FEW_ARRAYS)
    runtime::submit(
        context, "axpy", [](Update<int> to, Read<int> from) { *to = *from; },
        y);
// refused: WritesToConst<1,
#elif defined(LAMBDA_WRITES_TO_CONST)
    runtime::submit(
        context, "axpy", [a](Update<int> to) { *to = a; }, x);
// refused: a kernel takes views, lists of them
#elif defined(LAMBDA_OF_A_NUMBER)
    runtime::submit(
        context, "axpy", [](Update<int> to, int b) { *to = b; }, y);
// refused: takes the index of an element, an int
#elif defined(ELEMENTS_WITHOUT_AN_INDEX)
    runtime::submit_elements(
        context, "axpy", [a](Update<int> to) { to[0] = a; }, y);
// refused: ArrayDoesNotFit<1, .*Array<double>
#elif defined(ELEMENTS_OF_OTHER_ARRAYS)
    runtime::submit_elements(
        context, "axpy", [a](int i, Update<int> to) { to[i] = a; }, doubles);
#else
    runtime::submit(
        context, "axpy",
        [a](Update<int> to, Read<int> from) { *to += a * *from; }, y, x);
    runtime::submit_elements(
        context, "axpy",
        [a](int i, Update<int> to, Read<int> from) { to[i] += a * from[i]; }, y,
        x);
    runtime::submit(
        context, "double", [](Update<double> to) { *to = 1; }, {.priority = 1},
        doubles);
#endif
}

void reduces(Context& context, Array<char>& text) {
// refused: sum\(\) adds float, double
#ifdef SUM_OF_TEXT
    runtime::sum(context, text);
// refused: max\(\) compares float, double
#elif defined(LARGEST_COMPLEX)
    runtime::max(context, Array<std::complex<float>>{context, 3});
#else
    text.fill('a');
    runtime::sum(context, Ints{context, 3, 1});
#endif
}
