// An HTML table, row by row.
#pragma once

#include <string>
#include <vector>

namespace tasuki::page {

enum class Column { word, number, text, code };

class HtmlTable {
  public:
    struct Head {
        std::string title;
        Column column;
    };
    explicit HtmlTable(const std::vector<Head>& heads);

    /// @param fields  plain text, one per column
    void add(const std::vector<std::string>& fields);
    std::string html() const;

  private:
    std::vector<Head> heads_;
    std::string rows_;
};

}  // namespace tasuki::page
