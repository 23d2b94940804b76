/**
 * Writes the faces of fonts.css that lie beside it: the Latin fonts of their packages, each cut to its face's range of letters,
 * without small capitals, fractions, old figures and what else no page asks for.
 *
 *   npm install --no-save subset-font@2.9.0   (the site itself does not need it)
 *   node scripts/subset-fonts.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '..');
const styles = join(root, 'src/web/styles');
const packages = { fraunces: '@fontsource/fraunces', 'source-sans-3': '@fontsource-variable/source-sans-3' };

/** The features that browsers apply by themselves, and the figures of one width, for which lists of numbers ask. */
const keepFeatures = ['ccmp', 'locl', 'rlig', 'liga', 'clig', 'calt', 'rvrn', 'kern', 'mark', 'mkmk', 'tnum'];

/** The letters of a range as styles write it: `U+0020-007E, U+00A9`. */
const lettersOf = (range) =>
  range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });

const faces = readFileSync(join(styles, 'fonts.css'), 'utf8').matchAll(
  /fonts\/([\w-]+)\.woff2"[^}]+unicode-range:([^;]+)/g,
);
for (const [, name, range] of faces) {
  const family = Object.keys(packages).find((start) => name.startsWith(start));
  const source = `${name.replace(/-more$/, '')}.woff2`;
  const font = readFileSync(join(root, 'node_modules', packages[family], 'files', source));
  const cut = await subsetFont(font, lettersOf(range).join(''), { targetFormat: 'woff2', keepFeatures });
  writeFileSync(join(styles, 'fonts', `${name}.woff2`), cut);
  console.log(`${name}: ${cut.length} bytes of ${font.length}`);
}
