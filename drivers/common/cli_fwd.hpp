// CLI11's names, for headers: its own header takes ten seconds to compile.
#pragma once

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI
