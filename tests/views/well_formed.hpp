// Whether a text is well-formed XML, as far as our own pages go: tags that
// nest, attributes in quotes and each once, entities that exist, CDATA that
// ends.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tasuki::test {

class WellFormed {
  public:
    /// What is wrong first, and where; empty if nothing is.
    static std::string problem(std::string_view text) {
        return WellFormed{text}.parse();
    }

  private:
    explicit WellFormed(std::string_view text) : text_{text} {}

    std::string wrong(const std::string& what) const {
        return what + " at " + std::string{text_.substr(at_, 60)};
    }

    std::string parse() {
        bool root = false;
        while (at_ < text_.size()) {
            if (text_[at_] == '&' && !entity()) return wrong("entity");
            if (text_[at_] == '>') return wrong("bare >");
            if (text_[at_] != '<') {
                ++at_;
                continue;
            }
            if (text_.substr(at_).starts_with("<!DOCTYPE html>")) {
                at_ += 15;
                continue;
            }
            if (constexpr std::string_view begin = "<![CDATA[";
                !open_.empty() && text_.substr(at_).starts_with(begin)) {
                const auto end = text_.find("]]>", at_);
                if (end == std::string_view::npos) return wrong("CDATA");
                at_ = end + 3;
                continue;
            }
            if (open_.empty() && root) return wrong("second root");
            root = true;
            if (!tag()) return wrong("tag");
        }
        return open_.empty() && root ? "" : "not closed";
    }

    bool entity() {
        for (const std::string_view known :
             {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
            if (text_.substr(at_).starts_with(known)) {
                at_ += known.size();
                return true;
            }
        return false;
    }

    std::string name() {
        const auto begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                text_[at_] == '-' || text_[at_] == ':'))
            ++at_;
        return std::string{text_.substr(begin, at_ - begin)};
    }

    bool tag() {
        ++at_;
        if (text_[at_] == '/') {
            ++at_;
            const auto closed = name();
            if (open_.empty() || open_.back() != closed || text_[at_] != '>')
                return false;
            open_.pop_back();
            ++at_;
            return true;
        }
        const auto opened = name();
        if (opened.empty() || !attributes()) return false;
        if (text_[at_] == '/')
            ++at_;
        else
            open_.push_back(opened);
        if (text_[at_] != '>') return false;
        ++at_;
        return true;
    }

    bool attributes() {
        std::set<std::string> seen;
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
            const auto attribute = name();
            if (attribute.empty() || !seen.insert(attribute).second ||
                text_[at_] != '=')
                return false;
            const char quote = text_[at_ + 1];
            if (quote != '"' && quote != '\'') return false;
            const auto end = text_.find(quote, at_ + 2);
            if (end == std::string_view::npos ||
                text_.substr(at_ + 2, end - at_ - 2).find('<') !=
                    std::string_view::npos)
                return false;
            at_ = end + 1;
        }
        return at_ < text_.size();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
};

}  // namespace tasuki::test
