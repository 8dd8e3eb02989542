#include "runtime/mpi/tcp_link.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace tasuki::runtime::detail {

namespace {

/// A system that hears nothing asks for an answer so long after the last one,
/// and from one question to the next.
constexpr std::chrono::seconds kFirstQuestion{4}, kNextQuestion{2};

void set(const Socket& socket, int level, int name, long number) {
    const int value = static_cast<int>(number);
    ::setsockopt(socket.number(), level, name, &value, sizeof value);
}

/// The system asks for an answer where nothing is on its way, and gives up
/// where what was sent is not answered.
Socket watched(Socket socket, std::chrono::milliseconds limit) {
    if (!socket.is_open()) return socket;
    set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(socket, IPPROTO_TCP, TCP_KEEPIDLE, kFirstQuestion.count());
    set(socket, IPPROTO_TCP, TCP_KEEPINTVL, kNextQuestion.count());
    set(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, limit.count());
    return socket;
}

Socket make(int family) {
    return Socket{::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
                           IPPROTO_TCP)};
}

/// Whether machines that are not neighbours may have it too.
bool is_of_a_link(const sockaddr& address) {
    return address.sa_family == AF_INET6 &&
           IN6_IS_ADDR_LINKLOCAL(
               &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

}  // namespace

Socket::~Socket() {
    if (is_open()) ::close(number_);
}

std::vector<std::string> own_addresses() {
    std::vector<std::string> found;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return found;
    for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
        constexpr unsigned wanted = IFF_UP | IFF_LOOPBACK;
        if (at->ifa_addr == nullptr || (at->ifa_flags & wanted) != IFF_UP ||
            is_of_a_link(*at->ifa_addr))
            continue;
        const int family = at->ifa_addr->sa_family;
        if (family != AF_INET && family != AF_INET6) continue;
        const socklen_t size =
            family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
        char text[NI_MAXHOST];
        if (::getnameinfo(at->ifa_addr, size, text, sizeof text, nullptr, 0,
                          NI_NUMERICHOST) == 0)
            found.emplace_back(text);
    }
    ::freeifaddrs(first);
    return found;
}

std::pair<Socket, int> listen_anywhere() {
    // One of version 6 hears those of version 4 too; some systems have none.
    for (const int family : {AF_INET6, AF_INET}) {
        Socket socket = make(family);
        if (!socket.is_open()) continue;
        sockaddr_in6 any{};  // all zero: every address, any port
        any.sin6_family = static_cast<sa_family_t>(family);
        socklen_t size =
            family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
        if (family == AF_INET6) set(socket, IPPROTO_IPV6, IPV6_V6ONLY, 0);
        auto* const address = reinterpret_cast<sockaddr*>(&any);
        if (::bind(socket.number(), address, size) == 0 &&
            ::listen(socket.number(), SOMAXCONN) == 0 &&
            ::getsockname(socket.number(), address, &size) == 0)
            return {std::move(socket), ntohs(any.sin6_port)};
    }
    return {};
}

Socket accept_next(const Socket& listening, std::chrono::milliseconds limit) {
    return watched(Socket{::accept4(listening.number(), nullptr, nullptr,
                                    SOCK_NONBLOCK | SOCK_CLOEXEC)},
                   limit);
}

Socket dial(const std::string& address, int port,
            std::chrono::milliseconds limit) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints,
                      &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{
        found, ::freeaddrinfo};
    Socket socket = watched(make(found->ai_family), limit);
    if (socket.is_open() &&
        ::connect(socket.number(), found->ai_addr, found->ai_addrlen) != 0 &&
        errno != EINPROGRESS)
        return {};
    return socket;
}

bool is_answered(const Socket& socket) {
    tcp_info info{};
    socklen_t size = sizeof info;
    constexpr std::chrono::milliseconds most =
        kFirstQuestion + 2 * kNextQuestion;
    return ::getsockopt(socket.number(), IPPROTO_TCP, TCP_INFO, &info, &size) ==
               0 &&
           info.tcpi_last_ack_recv < most.count();
}

int failure_of(const Socket& socket) {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size) != 0)
        return errno;
    return error;
}

}  // namespace tasuki::runtime::detail
