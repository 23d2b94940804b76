/**
 * Inlines the styles that a page's first paint needs; the rest loads after it. The build finds them
 * by the classes that the page's own scripts can name, so that it does not depend on what a town has stored.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AtRule, type Container, parse, type Root } from 'postcss';
import { firstStylesFile, readManifest, scriptsOf, serverDrawnParts } from '#app/pages/build-chunks.ts';
import { notFoundRoute, routes } from '#app/pages/routes.ts';

/** Classes that only the server's HTML has. */
const aroundThePage = 'js far skip-link maybe-signed-in test-payments town-notices town-notice town-notice-end'.split(
  ' ',
);
/** Nobody points at anything before the first paint, and nobody prints. */
const ofPointers = /(?<!\\):(hover|active)\b/;
const ofPointersOrPaper = /print|hover/;
const withRulesInside = /^(layer|media|supports|container)$/;

/** The classes that an element must have: those within `:not()`, `:is()` and the like may be missing. */
function classesOf(selector: string): string[] {
  const inner = /(?<!\\)\((?:\\.|[^()\\])*\)/g;
  let bare = selector;
  while (bare !== bare.replace(inner, '')) bare = bare.replace(inner, '');
  return [...bare.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'));
}

function keepAtRule(node: AtRule, has: (name: string) => boolean): void {
  const { name, params } = node;
  if (name === 'media' && ofPointersOrPaper.test(params)) node.remove();
  else if (node.nodes && withRulesInside.test(name)) {
    if (name === 'layer' && params === 'properties') node.removeAll();
    else keepRules(node, has);
    if (node.nodes.length > 0) return;
    // An empty layer still has its place in the order of layers.
    if (name === 'layer') node.replaceWith(new AtRule({ name, params }));
    else node.remove();
  }
}

function keepRules(rules: Container, has: (name: string) => boolean): void {
  rules.each((node) => {
    if (node.type === 'atrule') keepAtRule(node, has);
    if (node.type !== 'rule') return;
    const kept = node.selectors.filter((one) => !ofPointers.test(one) && classesOf(one).every(has));
    if (kept.length > 0) node.selectors = kept;
    else node.remove();
  });
}

/** Drops animations and registered variables that nothing names. */
function dropUnnamed(root: Root): void {
  const css = root.toString();
  const named = (name: string) => [...css.matchAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'))].length > 1;
  root.walkAtRules(/^(keyframes|property)$/, (rule) => {
    if (!named(rule.params)) rule.remove();
  });
}

/** The part of the styles that elements with these classes need at the first paint, in its order. */
export function firstStyles(css: string, has: (name: string) => boolean): string {
  const root = parse(css);
  root.walkComments((comment) => {
    comment.remove();
  });
  keepRules(root, has);
  dropUnnamed(root);
  root.raws.semicolon = true;
  return root.toString();
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
