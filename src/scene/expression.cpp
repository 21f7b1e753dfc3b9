// The only file that knows muParser.

#include "scene/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

#include "scene/words.hpp"

namespace whorl::scene {

namespace {

using One = double (*)(double);
using Two = double (*)(double, double);
using Three = double (*)(double, double, double);
using Many = double (*)(const double*, int);

struct Function {
    const char* name;
    One one = nullptr;
    Two two = nullptr;
    Three three = nullptr;
    Many many = nullptr;
};

double smoothstep(double low, double high, double x) {
    const double s = std::clamp((x - low) / (high - low), 0.0, 1.0);
    return s * s * (3 - 2 * s);
}

const std::vector<Function>& functions() {
    static const std::vector<Function> all{
        {.name = "sin", .one = std::sin},
        {.name = "cos", .one = std::cos},
        {.name = "tan", .one = std::tan},
        {.name = "asin", .one = std::asin},
        {.name = "acos", .one = std::acos},
        {.name = "atan", .one = std::atan},
        {.name = "atan2", .two = std::atan2},
        {.name = "sinh", .one = std::sinh},
        {.name = "cosh", .one = std::cosh},
        {.name = "tanh", .one = std::tanh},
        {.name = "exp", .one = std::exp},
        {.name = "log", .one = std::log},
        {.name = "sqrt", .one = std::sqrt},
        {.name = "abs", .one = std::fabs},
        {.name = "sign", .one = [](double v) { return v > 0   ? 1.0
                                                      : v < 0 ? -1.0
                                                              : 0.0; }},
        {.name = "floor", .one = std::floor},
        {.name = "mod", .two = [](double a, double b) { return a - b * std::floor(a / b); }},
        {.name = "hypot", .two = std::hypot},
        {.name = "smoothstep", .three = smoothstep},
        {.name = "min", .many = [](const double* v, int n) { return *std::min_element(v, v + n); }},
        {.name = "max", .many = [](const double* v, int n) { return *std::max_element(v, v + n); }}};
    return all;
}

constexpr std::array<const char*, 4> variables{"x", "y", "z", "t"};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The name that starts at a position, or the one character there if it is none.
std::string word_at(const std::string& text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end > at) return text.substr(at, end - at);
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return text.substr(at, end - at);
}

std::string unknown_word(const std::string& word) {
    if (!is_letter(word[0])) return in_quotes(word) + " means nothing in a formula";
    for (const Function& f : functions())
        if (word == f.name) return in_quotes(word) + " is a function: write what it is of in parentheses";
    const std::vector<std::string> names = expression_names();
    return "unknown name " + in_quotes(word) + did_you_mean(word, names) + " (" + listed(names) + ")";
}

/// What muParser found, in the words of the house.
std::string in_words(const mu::ParserError& e, const std::string& text) {
    const bool inside = e.GetPos() >= 0 && static_cast<std::size_t>(e.GetPos()) < text.size();
    const std::string here = inside ? word_at(text, static_cast<std::size_t>(e.GetPos())) : e.GetToken();
    switch (e.GetCode()) {
        case mu::ecEMPTY_EXPRESSION:
            return "it is empty";
        case mu::ecUNASSIGNABLE_TOKEN:
            return unknown_word(here.empty() ? "?" : here);
        case mu::ecUNEXPECTED_EOF:
            return "it ends too early";
        case mu::ecMISSING_PARENS:
            return "a closing parenthesis is missing";
        case mu::ecUNEXPECTED_PARENS:
            return "the parenthesis " + in_quotes(e.GetToken()) + " does not belong here";
        case mu::ecTOO_MANY_PARAMS:
            return in_quotes(e.GetToken()) + " has too many arguments";
        case mu::ecTOO_FEW_PARAMS:
            return in_quotes(e.GetToken()) + " has too few arguments";
        case mu::ecMISSING_ELSE_CLAUSE:
            return "the \":\" that belongs to \"?\" is missing";
        case mu::ecMISPLACED_COLON:
            return "\":\" has no \"?\" before it";
        case mu::ecUNEXPECTED_VAL:
        case mu::ecUNEXPECTED_VAR:
        case mu::ecUNEXPECTED_FUN:
            return "an operator is missing before " + in_quotes(here);
        case mu::ecUNEXPECTED_STR:
        case mu::ecSTR_RESULT:
            return "it holds text in quotes";
        default:
            return here.empty() ? "it can not be understood" : in_quotes(here) + " does not belong here";
    }
}

/// `=` alone would assign to a variable; nobody means that.
std::size_t find_assignment(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '=') continue;
        const bool after = i > 0 && std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos;
        const bool before = i + 1 < text.size() && text[i + 1] == '=';
        if (before)
            ++i;
        else if (!after)
            return i;
    }
    return std::string::npos;
}

void refuse_what_is_no_formula(const std::string& text) {
    constexpr std::size_t longest = 1000;
    if (text.size() > longest)
        throw ExpressionError("it has " + std::to_string(text.size()) + " letters; at most " + std::to_string(longest) +
                              " are allowed");
    if (const std::size_t at = find_assignment(text); at != std::string::npos)
        throw ExpressionError("at letter " + std::to_string(at + 1) + ", \"=\" does not compare; write \"==\"");
    for (std::size_t i = 0; i < text.size(); ++i)
        if (const auto c = static_cast<unsigned char>(text[i]); (c < 0x20 && !std::isspace(c)) || c >= 0x7f)
            throw ExpressionError("at letter " + std::to_string(i + 1) + ", " + in_quotes(word_at(text, i)) +
                                  " means nothing in a formula");
}

}  // namespace

struct Expression::Parser {
    std::array<double, 4> value{};
    mu::Parser parser;

    explicit Parser(const std::string& text) {
        parser.ClearFun();
        parser.ClearConst();
        for (const Function& f : functions()) {
            if (f.one) parser.DefineFun(f.name, f.one);
            if (f.two) parser.DefineFun(f.name, f.two);
            if (f.three) parser.DefineFun(f.name, f.three);
            if (f.many) parser.DefineFun(f.name, f.many);
        }
        parser.DefineConst("pi", std::numbers::pi);
        parser.DefineConst("e", std::numbers::e);
        for (std::size_t k = 0; k < variables.size(); ++k) parser.DefineVar(variables[k], &value[k]);
        parser.SetExpr(text);
    }
    Parser(const Parser&) = delete;  // the variables of a parser are addresses
};

Expression::Expression(const std::string& text) : text_(text) {
    refuse_what_is_no_formula(text);
    try {
        parser_ = std::make_unique<Parser>(text);
        parser_->parser.Eval();
        if (parser_->parser.GetNumResults() != 1) throw ExpressionError("it is a list; give one formula");
        const auto& used = parser_->parser.GetUsedVar();
        for (std::size_t k = 0; k < variables.size(); ++k) uses_[k] = used.contains(variables[k]);
    } catch (const mu::ParserError& e) {
        const int at = e.GetPos() < 0 ? -1 : std::min(e.GetPos(), std::max(0, static_cast<int>(text.size()) - 1));
        throw ExpressionError((at < 0 ? "" : "at letter " + std::to_string(at + 1) + ", ") + in_words(e, text));
    }
}
Expression::~Expression() = default;
Expression::Expression(const Expression& other) : text_(other.text_), uses_(other.uses_) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression other) noexcept {
    std::swap(text_, other.text_), std::swap(uses_, other.uses_), std::swap(parser_, other.parser_);
    return *this;
}

double Expression::operator()(Vec3 place, double time) const {
    if (!parser_) parser_ = std::make_unique<Parser>(text_);
    parser_->value = {place.x, place.y, place.z, time};
    return parser_->parser.Eval();
}

std::vector<std::string> expression_names() {
    std::vector<std::string> names(variables.begin(), variables.end());
    names.insert(names.end(), {"pi", "e"});
    for (const Function& f : functions()) names.emplace_back(f.name);
    return names;
}

}  // namespace whorl::scene
