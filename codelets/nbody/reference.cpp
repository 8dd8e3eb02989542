#include "codelets/nbody/reference.hpp"

#include <cmath>

namespace tasuki::nbody {

Vector reference_acceleration(const Bodies& bodies, std::size_t i, double eps,
                              double gravity) {
    Vector a{};
    for (std::size_t j = 0; j < bodies.size(); ++j) {
        if (i == j) continue;
        double d[3], s = eps * eps;
        for (int k = 0; k < 3; ++k) {
            d[k] = bodies.position[j][k] - bodies.position[i][k];
            s += d[k] * d[k];
        }
        const double f = gravity * bodies.mass[j] / (s * std::sqrt(s));
        for (int k = 0; k < 3; ++k) a[k] += f * d[k];
    }
    return a;
}

std::vector<Vector> reference_accelerations(const Bodies& bodies, double eps,
                                            double gravity) {
    std::vector<Vector> a;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        a.push_back(reference_acceleration(bodies, i, eps, gravity));
    return a;
}

double reference_potential(const Bodies& bodies, double eps, double gravity) {
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            double s = eps * eps;
            for (int k = 0; k < 3; ++k) {
                const double d = bodies.position[j][k] - bodies.position[i][k];
                s += d * d;
            }
            sum -= gravity * bodies.mass[i] * bodies.mass[j] / std::sqrt(s);
        }
    return sum;
}

}  // namespace tasuki::nbody
