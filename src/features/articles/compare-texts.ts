/** Compares two versions of a text word by word, for people to read. */
import { diffArrays } from 'diff';
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

/** With more removed and added words than this, the whole text counts as replaced: comparing takes the square of it. */
const maxEditLength = 2000;

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

/** In a replacement, the removed part comes first. */
function compare(before: readonly string[], after: readonly string[]): Run[] {
  const changes = diffArrays([...before], [...after], { maxEditLength }) ?? [
    { removed: true, added: false, value: [...before] },
    { removed: false, added: true, value: [...after] },
  ];
  return changes
    .filter(({ value }) => value.length > 0)
    .map(({ removed, added, value }) => ({ kind: removed ? 'removed' : added ? 'added' : 'same', items: value }));
}
