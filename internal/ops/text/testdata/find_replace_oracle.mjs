// Writes find_replace.json: answers of find-and-replace by JavaScript.
//
//   node find_replace_oracle.mjs > find_replace.json        (node 20.20.2)
//
// Literal texts become escaped patterns with a replacer function, so that $ means
// nothing; whole words become lookarounds. Where a match of a later rule stands in
// the input is found by carrying the origin of every code unit along. Patterns
// that can match nothing are drawn for single rules only: where nothing stands
// between two replacements is a matter of definition.
let state = 38;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];
const words = ["cat", "cat", "Cat", "CAT", "scatter", "a.b", "a.b", "ab", "a b", "aXb", "x", "é", "É", "😀", "x", "-", "_cat", "cat1", "ß", "ΣΑΣ", "ab", "aab", "\n", "\r\n", "\r", " ", " ", "$", "K", "k", "ſ", "e\u0301", "नमस्ते"];
const literals = ["cat", "a.b", "a", "ab", "x", "É", "😀", "X", "k", "s", " ", "aa", "\n", "ca", "at c", "$", "σας", "e", "न"];
const patterns = ["cat", "c(a)(t)?", "(?<first>\\w)(?<rest>\\w*)", "[ac]+", "(a)|(b)", "^.", ".$", "a.b", "\\d+", "\\s+", "(?:ca|cat)", "😀|é"];
const empties = ["x*", "(?:)", "\\b", "$", "(a?)"];
const replacements = ["", "dog", "$", "$$", "$&", "a", "xx", "😀", "cat", "two words"];
const templates = { "c(a)(t)?": ["$1$2", "$2-$1", "<$&>", "$$$1"], "(?<first>\\w)(?<rest>\\w*)": ["$<rest>$<first>", "$1.$2", "$2x"], "(a)|(b)": ["$2$1", "[$1]"], "(a?)": ["<$1>"] };
const word = "[\\p{L}\\p{N}\\p{M}_]";

function rule(single) {
  const r = random(2) ? {} : { regex: true };
  r.find = r.regex ? pick(single ? [...patterns, ...empties] : patterns) : pick(literals);
  r.replace = r.regex && templates[r.find] && random(3) ? pick(templates[r.find]) : pick(replacements);
  // Under i and u, \w, \b and \d of JavaScript are not ASCII.
  if (random(3) === 0 && !/\\[wbd]/.test(r.find)) r.case_sensitive = false;
  if (random(5) === 0) r.whole_word = true;
  if (random(6) === 0) r.preserve_case = true;
  if (r.regex && random(3) === 0) r.multiline = true;
  if (r.regex && random(3) === 0) r.dot_all = true;
  const limit = random(6);
  if (limit === 0) r.max_replacements = random(3);
  if (limit === 1) r.occurrence = 1 + random(3);
  return r;
}

const segmenter = new Intl.Segmenter("und", { granularity: "word" });
const title = (s) => [...segmenter.segment(s)].map(({ segment: [first, ...rest] }) => first.toUpperCase() + rest.join("").toLowerCase()).join("");

function recase(match, replacement) {
  const uppers = (match.match(/\p{Lu}|\p{Lt}/gu) ?? []).length;
  const lowers = (match.match(/\p{Lowercase}/gu) ?? []).length;
  if (uppers === 0) return lowers ? replacement.toLowerCase() : replacement;
  if (lowers === 0) return uppers > 1 ? replacement.toUpperCase() : title(replacement);
  return title(match) === match ? title(replacement) : replacement;
}

// expand is GetSubstitution, by letting replace do it on the match alone.
function expand(template, match, groups, named) {
  return template.replace(/\$(\$|&|\d|<(\w+)>)/g, (whole, what, name) =>
    what === "$" ? "$" : what === "&" ? match : name !== undefined ? (named[name] ?? "") : +what <= groups.length && +what > 0 ? (groups[what - 1] ?? "") : whole);
}

// apply replaces in a list of { unit, from, to }.
function apply(units, r) {
  const text = units.map((u) => u.unit).join("");
  let source = r.regex ? r.find : r.find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // In JavaScript . and $ stop at CR too, in RE2 at LF only.
  if (r.regex && !r.dot_all) source = source.replaceAll(".", "[^\\n]");
  if (r.regex) source = source.replace(/^\^/, r.multiline ? "(?<![^\\n])" : "^").replace(/\$$/, r.multiline ? "(?![^\\n])" : "(?![^])");
  if (r.whole_word) source = `(?<!${word})(?:${source})(?!${word})`;
  const flags = "gu" + (r.case_sensitive === false ? "i" : "") + (r.dot_all ? "s" : "");
  const out = [];
  const spans = [];
  let end = 0;
  let seen = 0;
  for (const m of text.matchAll(new RegExp(source, flags))) {
    seen++;
    if (r.occurrence && seen !== r.occurrence) continue;
    if (r.max_replacements && spans.length === r.max_replacements) break;
    const start = m.index;
    const stop = start + m[0].length;
    out.push(...units.slice(end, start));
    const from = start < units.length ? units[start].from : (units.at(-1)?.to ?? 0);
    const to = stop > start ? units[stop - 1].to : from;
    let made = r.regex ? expand(r.replace, m[0], m.slice(1), m.groups ?? {}) : r.replace;
    if (r.preserve_case) made = recase(m[0], made);
    for (const unit of made.split("")) out.push({ unit, from, to });
    spans.push([from, to]);
    end = stop;
  }
  out.push(...units.slice(end));
  return [out, spans];
}

function position(text, [from, to], unit) {
  const count = { code_point: (s) => [...s].length, utf16: (s) => s.length, byte: (s) => Buffer.byteLength(s) }[unit];
  const before = text.slice(0, from);
  const cut = before.endsWith("\r") && text[from] === "\n" ? before.slice(0, -1) : before;
  const lines = cut.split(/\r\n|\n|\r/);
  const column = [...lines.at(-1)].length + (before.length - cut.length) + 1;
  return { start: count(before), end: count(text.slice(0, to)), line: lines.length, column };
}

const cases = [];
while (cases.length < 1050) {
  const text = Array.from({ length: 1 + random(8) }, () => pick(words)).join(pick(["", " "]));
  const rules = random(2) ? [rule(true)] : Array.from({ length: 1 + random(4) }, () => rule(false));
  const single = rules.length === 1 && random(2) === 0;
  const unit = pick(["code_point", "code_point", "utf16", "byte"]);
  let units = text.split("").map((c, i) => ({ unit: c, from: i, to: i + 1 }));
  const counts = [];
  const positions = [];
  let split = false;
  for (const r of rules) {
    const [next, spans] = apply(units, r);
    units = next;
    counts.push(spans.length);
    split ||= spans.some(([from]) => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(from - 1, 0), from + 1)) && from > 0);
    positions.push(...spans.map((s) => position(text, s, unit)));
  }
  const result = units.map((u) => u.unit).join("");
  // JavaScript finds empty matches between the halves of a surrogate pair too.
  if (split) continue;
  const dry = random(10) === 0;
  const body = { text, ...(single ? rules[0] : { replacements: rules }), ...(unit === "code_point" ? {} : { offset_unit: unit }), ...(dry ? { dry_run: true } : {}) };
  const want = { text: dry ? text : result, per_rule: counts, ...(random(2) ? { positions } : {}), ...(dry ? { changed: result !== text } : {}) };
  cases.push(JSON.stringify({ body, want: Object.fromEntries(Object.entries(want).map(([k, v]) => [k, JSON.stringify(v)])) }));
}
console.log("[" + cases.join(",\n") + "]");
