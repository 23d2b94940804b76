/** Reads a text with its variables, finds what is wrong with it, and fills it. */
import type { LetterPart } from './lay-out-letter.ts';
import { commonVariables, type MailDefinition, type MailText, type MailVariable } from './mail-text.ts';

const maxSubject = 150;
const maxText = 4_000;

interface Case {
  name: string;
  isNot: boolean;
}

interface Paragraph {
  /** All of them have to hold. */
  cases: Case[];
  /** A link or block that stands alone: 'link', and the words of its button. */
  alone: { name: string; label: string } | null;
  words: string;
}

const tag = /\{\{([^{}]*)\}\}/g;
const whenTag = /^\{\{\s*when\s+(not\s+)?([^{}\s]+)\s*\}\}\s*/;
const aloneTag = /^\{\{\s*([^{}:]*?)\s*(?::([^{}]*))?\}\}$/;

const shown = (name: string) => `{{${name}}}`;
const lowFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const upFirst = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function variableOf(mail: MailDefinition, name: string): MailVariable | undefined {
  const all: Readonly<Record<string, MailVariable>> = { ...commonVariables, ...mail.variables };
  const known = Object.hasOwn(all, name) ? name : lowFirst(name);
  return Object.hasOwn(all, known) ? all[known] : undefined;
}

/** '{business}', as answers know it; names in two braces stand in two. */
const oneBrace = /(?<!\{)\{\s*(\w+)\s*(?::[^{}]*)?\}(?!\})/g;

/** Other words in braces are words. */
const inTwoBraces = (mail: MailDefinition, words: string): string =>
  words.replaceAll(oneBrace, (typed, name: string) => (variableOf(mail, name) === undefined ? typed : `{${typed}}`));

function readParagraph(mail: MailDefinition, text: string): Paragraph {
  const cases: Case[] = [];
  let words = text.trim();
  for (let found = whenTag.exec(words); found; found = whenTag.exec(words)) {
    cases.push({ name: found[2] ?? '', isNot: found[1] !== undefined });
    words = words.slice(found[0].length);
  }
  const [, name, label] = aloneTag.exec(words) ?? [];
  const kind = name === undefined ? undefined : variableOf(mail, name)?.kind;
  const isAlone = name !== undefined && (kind === 'link' || kind === 'block');
  return { cases, alone: isAlone ? { name: lowFirst(name), label: label?.trim() ?? '' } : null, words };
}

const readParagraphs = (mail: MailDefinition, text: string): Paragraph[] =>
  inTwoBraces(mail, text)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => readParagraph(mail, paragraph));

/** The names for staff: '{{business}}, {{link}} and {{when free}}'. */
function allowed(mail: MailDefinition, where: 'subject' | 'text'): string {
  const variables = Object.entries({ ...mail.variables, ...commonVariables });
  const names = variables.filter(([, { kind }]) => where === 'text' || kind === 'text').map(([name]) => shown(name));
  if (where === 'text') names.push(...Object.keys(mail.conditions).map((name) => shown(`when ${name}`)));
  return `You can use ${names.join(', ')}.`;
}

/** The first fault of the variables inside of words; null when they are right. */
function wordsFault(mail: MailDefinition, words: string, where: 'subject' | 'text'): string | null {
  for (const [whole, inside = ''] of words.matchAll(tag)) {
    const name = inside.trim();
    if (/^when\b/.test(name)) {
      return where === 'subject'
        ? `${whole} cannot stand in the subject. ${allowed(mail, where)}`
        : `${whole} has to stand at the beginning of a paragraph.`;
    }
    const [bare = '', label] = name.split(':');
    const variable = variableOf(mail, bare.trim());
    if (variable === undefined) return `There is no ${whole}. ${allowed(mail, where)}`;
    if (where === 'subject' && variable.kind !== 'text') {
      return `${whole} cannot stand in the subject. ${allowed(mail, where)}`;
    }
    if (variable.kind !== 'text') return `${whole} needs a paragraph of its own, with blank lines around it.`;
    if (label !== undefined) return `Only the words of a button stand after a colon. Write ${shown(bare.trim())}.`;
  }
  if (/\{\{|\}\}/.test(words.replaceAll(tag, ''))) {
    return `Two braces stand on each side of a name, as in {{site}}. ${allowed(mail, where)}`;
  }
  return null;
}

function paragraphFault(mail: MailDefinition, { cases, alone, words }: Paragraph): string | null {
  for (const { name, isNot } of cases) {
    if (!Object.hasOwn(mail.conditions, name)) {
      return `There is no ${shown(`when ${isNot ? 'not ' : ''}${name}`)}. ${allowed(mail, 'text')}`;
    }
  }
  if (alone === null) return wordsFault(mail, words, 'text');
  if (alone.label !== '' && mail.variables[alone.name]?.kind === 'block') {
    return `Only a link has words of its own. Write ${shown(alone.name)}.`;
  }
  return null;
}

type Cases = Readonly<Record<string, boolean>>;

const holds = ({ cases }: Paragraph, given: Cases) =>
  cases.every(({ name, isNot }) => (given[name] ?? false) !== isNot);

/** All combinations of the cases: 16 for four of them. */
function combinations(mail: MailDefinition): Cases[] {
  return Object.keys(mail.conditions).reduce<Cases[]>(
    (all, name) =>
      all.flatMap((given) => [
        { ...given, [name]: true },
        { ...given, [name]: false },
      ]),
    [{}],
  );
}

function shownVariables(paragraphs: readonly Paragraph[], given: Cases): Set<string> {
  const names = paragraphs.filter((paragraph) => holds(paragraph, given)).flatMap(namesIn);
  return new Set(names);
}

function namesIn({ alone, words }: Paragraph): string[] {
  if (alone) return [alone.name];
  return [...words.matchAll(tag)].map(([, inside = '']) => lowFirst(inside.trim()));
}

/** A needed variable that the built-in text shows in some case and this text does not. */
function missingFault(mail: MailDefinition, paragraphs: readonly Paragraph[]): string | null {
  const own = readParagraphs(mail, mail.builtIn.text);
  for (const given of combinations(mail)) {
    const needed = [...shownVariables(own, given)].filter((name) => mail.variables[name]?.isNeeded);
    const has = shownVariables(paragraphs, given);
    const missing = needed.find((name) => !has.has(name));
    if (missing === undefined) continue;
    const isAnywhere = paragraphs.some((paragraph) => namesIn(paragraph).includes(missing));
    if (!isAnywhere) return `${shown(missing)} is missing. This mail needs it: ${mail.variables[missing]?.means}.`;
    const cases = Object.entries(given).map(([name, is]) => shown(`when ${is ? '' : 'not '}${name}`));
    return `${shown(missing)} is missing in the case of ${cases.join(' and ')}.`;
  }
  return null;
}

/** Finds the faults of a text, by field; none when it can be sent. */
export function mailTextFaults(
  mail: MailDefinition,
  { subject: typed, text }: MailText,
): Partial<Record<keyof MailText, string>> {
  const subject = inTwoBraces(mail, typed);
  const paragraphs = readParagraphs(mail, text);
  const inSubject =
    subject.trim() === ''
      ? 'Please enter a subject'
      : subject.length > maxSubject
        ? `Please use at most ${maxSubject} characters`
        : wordsFault(mail, subject, 'subject');
  const inText =
    paragraphs.length === 0
      ? 'Please enter a text'
      : text.length > maxText
        ? `Please use at most ${maxText} characters`
        : (paragraphs.map((paragraph) => paragraphFault(mail, paragraph)).find((fault) => fault !== null) ??
          missingFault(mail, paragraphs));
  return { ...(inSubject === null ? {} : { subject: inSubject }), ...(inText === null ? {} : { text: inText }) };
}

export type FilledValue = string | boolean | null | readonly LetterPart[];
type Values = Readonly<Record<string, FilledValue>>;

function fillWords(words: string, values: Values): string {
  return words.replaceAll(tag, (_, inside: string) => {
    const name = inside.trim();
    const isOwn = Object.hasOwn(values, name);
    const value = String(values[isOwn ? name : lowFirst(name)] ?? '');
    return isOwn ? value : upFirst(value);
  });
}

/** The words of a link's button in the built-in text. */
function builtInLabel(mail: MailDefinition, name: string): string {
  const alone = readParagraphs(mail, mail.builtIn.text).map((paragraph) => paragraph.alone);
  return alone.find((link) => link?.name === name)?.label ?? '';
}

function fillParagraph(mail: MailDefinition, { alone, words }: Paragraph, values: Values): readonly LetterPart[] {
  if (alone === null) {
    const filled = fillWords(words, values).trim();
    return filled === '' ? [] : [filled];
  }
  const value = values[alone.name];
  if (typeof value === 'string') return [{ label: alone.label || builtInLabel(mail, alone.name), url: value }];
  return Array.isArray(value) ? (value as LetterPart[]) : [];
}

/** The links that stand in every mail and that these paragraphs do not show. */
const addedParagraphs = (mail: MailDefinition, paragraphs: readonly Paragraph[]): Paragraph[] =>
  Object.entries(mail.variables)
    .filter(([name, one]) => one.kind === 'link' && one.isAdded && !paragraphs.flatMap(namesIn).includes(name))
    .map(([name]) => ({ cases: [], alone: { name, label: '' }, words: '' }));

/** Fills a text without faults. The values are never read as variables. */
export function fillMailText(
  mail: MailDefinition,
  { subject, text }: MailText,
  values: Values,
): { subject: string; parts: LetterPart[] } {
  const given = Object.fromEntries(Object.keys(mail.conditions).map((name) => [name, values[name] === true]));
  const paragraphs = readParagraphs(mail, text).filter((paragraph) => holds(paragraph, given));
  return {
    subject: fillWords(inTwoBraces(mail, subject), values),
    parts: [...paragraphs, ...addedParagraphs(mail, paragraphs)].flatMap((paragraph) =>
      fillParagraph(mail, paragraph, values),
    ),
  };
}
