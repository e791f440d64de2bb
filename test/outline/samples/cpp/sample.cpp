#include <string>
#include <vector>

namespace mqtt {

constexpr int kDefaultPort = 1883;
using Topic = std::string;

enum class State { Open, Closed };

template <typename T, int N = 4>
class Client : public Base<T> {
 public:
  explicit Client(std::string host) : host_(std::move(host)) {}
  virtual ~Client();
  Client(const Client&) = delete;

  bool connect(int port) const;
  template <class U>
  void publish(U&& message) { send(message); }
  T operator+(const T& other) const { return other; }
  static constexpr int kRetries = 3;

  struct Options {
    int timeout = 5;
    void merge(const Options& other);
  };

 private:
  std::string host_;
};

namespace detail {
int backoff(int attempt) { return 1 << attempt; }
}  // namespace detail

namespace {
void hidden() {}
}  // namespace

template <typename T, int N>
Client<T, N>::~Client() {}

template <typename T, int N>
bool Client<T, N>::connect(int port) const {
  auto retry = [](int n) { return n; };
  return retry(port) > 0;
}

}  // namespace mqtt

namespace a::b {
struct Point {
  int x, y;
};
}  // namespace a::b

a::b::Point& mqtt_point() {
  static a::b::Point p;
  return p;
}

void Logger::write(const std::string& line) {}

bool operator==(const a::b::Point& l, const a::b::Point& r) { return l.x == r.x; }

template <typename T>
concept Sendable = requires(T t) { t.send(); };

extern "C" {
int mqtt_open(const char* host);
}

[[nodiscard]] int answer() { return 42; }

TEST(ClientTest, Connects) {
  EXPECT_TRUE(true);
}
