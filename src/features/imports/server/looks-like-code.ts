/** The first signs of a program or a style sheet, by language; no column of a table is called so. */
const openings = [
  /^(?:#!|\/\/|\/\*|<\?|["']use strict["']|#include\b|@(?:charset|import|media|font-face)\b)/,
  /^[!;(]*(?:async )?(?:function\b|\([\w, ]*\) ?=>|\w+ ?=> ?[({])/,
  /^(?:import|export)(?: type)? ?[{*"'(]|^import [\w$]+,? (?:from|\{)|^import [\w.]+;?(?=\s*\n|$)/,
  /^export (?:default|const|let|function|async|class|type|interface)\b/,
  /^(?:const|let|var) (?:[\w$]+ ?[=:;]|[{[])/,
  /^(?:class [\w$]+ ?(?:extends\b|[({:])|def \w+\(|(?:package|using|namespace) [\w.\\]+ ?[;{])/,
  /^[.#:]?[\w.-]+(?:, ?[.#]?[\w-]+)* ?\{/,
];
/** A line that ends as code does. A row that ends with an empty cell ends with ';', too, so that alone says nothing. */
const codeEnd = /(?:[{}][;,]?|\)\s*=>\s*\{?|\);)$/;

const linesSeen = 60;
/** One in this many lines is enough: programs have plain lines, and tables have hardly one that ends so. */
const oneIn = 5;
const minLines = 3;

/** Tells a program or a style sheet, which people choose by mistake, from a table. @param head the beginning of the text */
export function looksLikeCode(head: string): boolean {
  const text = head.trimStart();
  if (openings.some((opening) => opening.test(text))) return true;
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, linesSeen);
  const ends = lines.filter((line) => codeEnd.test(line)).length;
  return ends >= minLines && ends * oneIn >= lines.length;
}
