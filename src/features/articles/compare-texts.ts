/** Compares two versions of a text word by word, for people to read. */
import { htmlToText } from '#shared/html-to-text.ts';

export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Consecutive paragraphs. Unchanged ones are grouped; changed ones are compared word by word. */
export interface Stretch {
  isChanged: boolean;
  parts: Part[];
}

/** With more pairs than this, the whole part counts as replaced. */
const maxPairs = 4_000_000;

/**
 * The paragraphs of cleaned HTML as plain text. Links, pictures and rules are written out, because they
 * matter although they are not text.
 */
export function paragraphsOf(html: string): string[] {
  const text = htmlToText(html, {
    item: '• ',
    heading: '# ',
    rule: '———',
    picture: (alt) => `[Picture: ${alt || 'no description'}]`,
  });
  return text.split(/\n+/).filter((line) => line !== '');
}

export function compareTexts(before: readonly string[], after: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    if (removed.length + added.length === 0) return;
    stretches.push({ isChanged: true, parts: compareWords(removed.join('\n'), added.join('\n')) });
    removed = [];
    added = [];
  };
  for (const { kind, items } of compare(before, after)) {
    if (kind === 'removed') removed.push(...items);
    else if (kind === 'added') added.push(...items);
    else {
      settle();
      stretches.push({ isChanged: false, parts: items.map((text) => ({ kind: 'same', text })) });
    }
  }
  settle();
  return stretches;
}

/** Compares words and the spaces between them. */
export function compareWords(before: string, after: string): Part[] {
  const words = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
  return compare(words(before), words(after)).map(({ kind, items }) => ({ kind, text: items.join('') }));
}

interface Run {
  kind: Part['kind'];
  items: string[];
}

/** Compares by the longest common subsequence. In a replacement, the removed part comes first. */
function compare(before: readonly string[], after: readonly string[]): Run[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const maxEnd = Math.min(before.length, after.length) - start;
  while (end < maxEnd && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const runs: Run[] = [];
  const add = (kind: Run['kind'], items: readonly string[]) => {
    const last = runs.at(-1);
    if (items.length === 0) return;
    if (last?.kind === kind) last.items.push(...items);
    else runs.push({ kind, items: [...items] });
  };
  add('same', before.slice(0, start));
  for (const run of compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))) {
    add(run.kind, run.items);
  }
  add('same', before.slice(before.length - end));
  return runs;
}

function compareMiddle(before: readonly string[], after: readonly string[]): Run[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns === 0 || rows * columns > maxPairs) {
    return [
      { kind: 'removed', items: [...before] },
      { kind: 'added', items: [...after] },
    ];
  }
  const width = columns + 1;
  /** At row r and column c: the length of the longest common subsequence of the rests from there. */
  const common = new Uint32Array((rows + 1) * width);
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) {
      common[r * width + c] =
        before[r] === after[c]
          ? 1 + (common[(r + 1) * width + c + 1] ?? 0)
          : Math.max(common[(r + 1) * width + c] ?? 0, common[r * width + c + 1] ?? 0);
    }
  }
  const runs: Run[] = [];
  let [r, c] = [0, 0];
  while (r < rows || c < columns) {
    const [a, b] = [before[r], after[c]];
    if (a !== undefined && a === b) {
      runs.push({ kind: 'same', items: [a] });
      r++;
      c++;
    } else if (
      a !== undefined &&
      (common[(r + 1) * width + c] ?? 0) >= (c < columns ? (common[r * width + c + 1] ?? 0) : 0)
    ) {
      runs.push({ kind: 'removed', items: [a] });
      r++;
    } else if (b !== undefined) {
      runs.push({ kind: 'added', items: [b] });
      c++;
    }
  }
  return runs;
}
