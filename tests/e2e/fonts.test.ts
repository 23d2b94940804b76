/** The site's own cuts of its fonts (scripts/subset-fonts.mjs) draw what the packages' fonts draw. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { openBrowser } from '#tests/support/site.ts';

const styles = 'src/web/styles';
const browser = openBrowser();

/** Letters that change beside others, after those of the face's range. */
const neighbors = 'AVATAR Types office first flight Biscuit & Bo 1/2 10:45';

async function cutFonts() {
  const faces = (await readFile(join(styles, 'fonts.css'), 'utf8')).matchAll(
    /fonts\/([\w-]+)\.woff2"[^}]+unicode-range:([^;]+)/g,
  );
  return Array.from(faces, ([, name = '', range = '']) => ({ name, range }));
}

/** Letters that show something, of a range as styles write it: `U+0020-007E, U+00A9`. */
function shownLetters(range: string): string {
  const codes = range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return codes
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter))
    .join('');
}

async function draw(file: string, text: string): Promise<Buffer> {
  const page = await browser.open('about:blank', { script: false, viewport: { width: 1000, height: 900 } });
  const font = (await readFile(file)).toString('base64');
  const words = escapeMarkup(text);
  await page.setContent(`<style>
      @font-face { font-family: Cut; font-weight: 200 900; src: url(data:font/woff2;base64,${font}); }
      p { font: 400 32px Cut; word-break: break-all; }
    </style>
    <p>${words}</p><p style="font-weight: 700">${words}</p><p style="font-variant-numeric: tabular-nums">${words}</p>`);
  await page.evaluate(() => document.fonts.load('400 32px Cut').then(() => document.fonts.ready));
  return page.screenshot();
}

test('each face looks to the pixel like the font it was cut from', async () => {
  const faces = await cutFonts();
  expect(faces.length).toBe(4);
  for (const { name, range } of faces) {
    const source = `${name.replace(/-more$/, '')}.woff2`;
    const folder = name.startsWith('fraunces') ? '@fontsource/fraunces' : '@fontsource-variable/source-sans-3';
    const text = `${shownLetters(range)}${name.endsWith('-more') ? '' : ` ${neighbors}`}`;
    const cut = await draw(join(styles, 'fonts', `${name}.woff2`), text);
    const whole = await draw(join('node_modules', folder, 'files', source), text);
    expect(cut.equals(whole), name).toBe(true);
  }
});
