import { fillIn } from '#features/conversations/fill-in.ts';

interface Names {
  /** Name of the visitor. */
  name: string;
  business: string;
}

/**
 * The answer to one visitor as it is saved for the next: with variables where a saved answer had them, and without the
 * visitor's name, which the next visitor would read.
 * @param chosen the saved answers that were put into it, as they are saved
 */
export function asTemplate(written: string, names: Names, chosen: readonly string[]): string {
  let text = written;
  for (const template of chosen.toSorted((a, b) => b.length - a.length)) {
    const filled = fillIn(template, { ...names });
    if (filled !== template) text = text.replaceAll(filled, () => template);
  }
  for (const [variable, value] of Object.entries(names)) {
    const mark = `{{${variable}}}`;
    // A name of one word may be a word of the answer, too: 'May', 'Rose'.
    const isSurely = variable === 'name' && /\s/.test(value.trim());
    if (isSurely || chosen.some((template) => template.includes(`{${variable}}`))) text = withMark(text, value, mark);
  }
  return text;
}

/** Replaces whole words only: 'Ann' is not in 'Annex'. */
function withMark(text: string, value: string, mark: string): string {
  const literal = value.trim().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  if (literal === '') return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), () => mark);
}
