/**
 * What a page's first paint needs of the styles stands inside the page, the rest comes after it. The build finds it
 * by the classes that the page's own scripts can name, so that it does not depend on what a town has stored.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstStylesFile, readManifest, scriptsOf, serverDrawnParts } from '#app/pages/build-chunks.ts';
import { notFoundRoute, routes } from '#app/pages/routes.ts';

interface Rule {
  /** The selector, or the at-rule's name and conditions. */
  head: string;
  /** Declarations, or the rules within; null for a statement that ends with a semicolon. */
  body: string | Rule[] | null;
}

/** Classes that the server's own HTML around the page has. */
const aroundThePage = 'js skip-link maybe-signed-in test-payments town-notices town-notice town-notice-end'.split(' ');
/** Nobody points at anything before the first paint, and nobody prints. */
const notAtFirst = /(?<!\\):(hover|active)\b|^@media[^{]*(print|hover)/;

/** The place behind the string that begins at `at`. */
function endOfString(css: string, at: number): number {
  let end = at + 1;
  while (css[end] !== css[at]) end += css[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** The place of the next of these characters outside strings, escapes and parentheses, or the end. */
function findOutside(css: string, wanted: string, from: number): number {
  let at = from;
  let depth = 0;
  while (at < css.length) {
    const letter = css[at] ?? '';
    if (letter === '"' || letter === "'") {
      at = endOfString(css, at);
      continue;
    }
    if (depth === 0 && wanted.includes(letter)) return at;
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    at += letter === '\\' ? 2 : 1;
  }
  return at;
}

function endOfBlock(css: string, from: number): number {
  let depth = 1;
  let at = from;
  for (;;) {
    at = findOutside(css, '{}', at);
    depth += css[at] === '{' ? 1 : -1;
    if (depth === 0 || at >= css.length) return at;
    at++;
  }
}

function parseRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const end = findOutside(css, '{;', at);
    const head = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (head !== '') rules.push({ head, body: null });
      at = end + 1;
      continue;
    }
    const close = endOfBlock(css, end + 1);
    const inner = css.slice(end + 1, close);
    rules.push({ head, body: /^@(layer|media|supports|container)/.test(head) ? parseRules(inner) : inner });
    at = close + 1;
  }
  return rules;
}

/** The selectors of a list; a comma within parentheses does not part them. */
function selectorsOf(list: string): string[] {
  const selectors: string[] = [];
  for (let at = 0; at < list.length; ) {
    const end = findOutside(list, ',', at);
    selectors.push(list.slice(at, end));
    at = end + 1;
  }
  return selectors;
}

/** The classes that an element must have: those within `:not()`, `:is()` and the like may be missing. */
function classesOf(selector: string): string[] {
  let bare = '';
  for (let at = 0; at < selector.length; ) {
    const open = findOutside(selector, '(', at);
    bare += selector.slice(at, open);
    at = open < selector.length ? findOutside(selector, ')', open + 1) + 1 : open;
  }
  return [...bare.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'));
}

function keepRules(rules: readonly Rule[], has: (name: string) => boolean): string {
  return rules
    .map(({ head, body }) => {
      if (body === null) return `${head};`;
      if (notAtFirst.test(head) && head.startsWith('@')) return '';
      if (Array.isArray(body)) {
        const inner = head === '@layer properties' ? '' : keepRules(body, has);
        // An empty layer still has its place in the order of layers.
        if (inner === '') return head.startsWith('@layer') ? `${head};` : '';
        return `${head}{${inner}}`;
      }
      if (head.startsWith('@')) return `${head}{${body}}`;
      const kept = selectorsOf(head).filter((one) => !notAtFirst.test(one) && classesOf(one).every(has));
      return kept.length > 0 ? `${kept.join(',')}{${body}}` : '';
    })
    .join('');
}

/** Drops animations and registered variables that nothing names. */
function dropUnnamed(css: string): string {
  const named = (name: string) => [...css.matchAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'))].length > 1;
  return css.replace(/@(?:keyframes|property) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name: string) =>
    named(name) ? rule : '',
  );
}

/** The part of the styles that elements with these classes need at the first paint, in its order. */
export function firstStyles(css: string, has: (name: string) => boolean): string {
  return dropUnnamed(keepRules(parseRules(css.replace(/\/\*.*?\*\//gs, '')), has));
}

/** Tells of each class whether the scripts may name it, also as the end of a template such as `tint-${color}`. */
export function classNamesIn(scripts: string): (name: string) => boolean {
  const words = new Set([...scripts.split(/["'`\s]+|\$\{|\}/), ...aroundThePage]);
  const beginnings = [...scripts.matchAll(/(?<=[\s`])([a-z][\w-]*-)\$\{/g)].map(([, start = '']) => start);
  return (name) =>
    words.has(name) ||
    beginnings.some((start) => name.startsWith(start)) ||
    (/["']/.test(name) && scripts.includes(name));
}

/** Writes the first styles of each visitors' page beside the manifest. */
export async function writeFirstStyles(clientFolder: string): Promise<void> {
  const manifest = await readManifest(clientFolder);
  const read = (file: string) => readFile(join(clientFolder, file), 'utf8');
  const pages = [...routes, notFoundRoute].filter(({ who, policy }) => who === 'anyone' && policy === undefined);
  const entries = await Promise.all(
    pages.map(async ({ file }) => {
      const { scripts, styles } = scriptsOf(manifest, `src/routes/${file}`);
      const texts = await Promise.all([...scripts, ...serverDrawnParts(manifest, `src/routes/${file}`)].map(read));
      const css = await Promise.all(styles.map(read));
      return [file, firstStyles(css.join(''), classNamesIn(texts.join('\n')))] as const;
    }),
  );
  await writeFile(join(clientFolder, firstStylesFile), JSON.stringify(Object.fromEntries(entries)));
}
