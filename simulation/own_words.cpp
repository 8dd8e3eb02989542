#include "simulation/own_words.hpp"

#include <fstream>

namespace tasuki::runtime {

std::vector<std::string> own_words() {
    std::ifstream file{"/proc/self/cmdline", std::ios::binary};
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');)
        words.push_back(word);
    return words;
}

}  // namespace tasuki::runtime
