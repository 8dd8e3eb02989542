// Which policies measure before they choose.
#include "runtime/policy/model_watch.hpp"

#include <doctest/doctest.h>

using tasuki::runtime::uses_models;

TEST_CASE("policies that decide by task times are known") {
    for (const char* policy : {"dm", "dmda", "dmdas", "dmdasd", "pheft",
                               "heteroprio", "modular-dmda", "modular-heft2",
                               "modular-heteroprio-heft", "modular-gemm"}) {
        CAPTURE(policy);
        CHECK(uses_models(policy));
    }
    for (const char* policy :
         {"eager", "lws", "ws", "prio", "random", "feedback", "peager",
          "modular-eager-prio", "modular-random", "modular-ws", ""}) {
        CAPTURE(policy);
        CHECK_FALSE(uses_models(policy));
    }
}
