/** Draws a sharing picture. Loads heavy libraries: use it in the drawing process only. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { pictureSize, type SharingPicture } from './sharing-picture.ts';

const root = join(import.meta.dirname, '../../..');
const sidePanel = 420;
const topPanel = 330;

sharp.concurrency(1);
sharp.cache(false);

interface Tokens {
  [name: string]: string;
}

/** Reads the light set of the site's colors. */
async function readTokens(): Promise<Tokens> {
  const css = await readFile(join(root, 'src/web/styles/tokens.css'), 'utf8');
  const light = css.slice(css.indexOf(':root'), css.indexOf('@media'));
  return Object.fromEntries(
    [...light.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name, value]) => [name, value]),
  );
}

async function readFonts(): Promise<Font[]> {
  const files = [
    ['Fraunces', 'fraunces', 600],
    ['Source Sans 3', 'source-sans-3', 400],
    ['Source Sans 3', 'source-sans-3', 600],
  ] as const;
  const fonts = files.flatMap(([name, family, weight]) =>
    (['latin', 'latin-ext'] as const).map(async (subset) => ({
      name: subset === 'latin' ? name : `${name} Ext`,
      weight,
      style: 'normal' as const,
      data: await readFile(
        join(root, `node_modules/@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`),
      ),
    })),
  );
  return Promise.all(fonts);
}

const resources = Promise.all([readTokens(), readFonts(), readFile(join(root, 'src/web/art/oak-mark.svg'), 'utf8')]);

interface Box {
  type: string;
  props: {
    style: Record<string, string | number>;
    children?: string | Box | (Box | null)[];
    src?: string;
    width?: number;
    height?: number;
  };
}

function box(style: Record<string, string | number>, children: string | (Box | null)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

/** @returns PNG */
export async function drawSharingPicture(picture: SharingPicture): Promise<Buffer> {
  const [tokens, fonts, mark] = await resources;
  const { width, height } = pictureSize;
  const isSide = picture.layout === 'side';
  const panel = isSide ? { width: sidePanel, height } : { width, height: topPanel };
  const words = { width: isSide ? width - sidePanel : width, height: isSide ? height : height - topPanel };
  const svg = await satori(wordsBox(picture, words, tokens, mark) as unknown as Parameters<typeof satori>[0], {
    ...words,
    fonts,
  });
  return sharp({ create: { width, height, channels: 3, background: tokens.ground ?? '#ffffff' } })
    .composite([
      { input: await drawPanel(picture, panel, tokens), left: isSide ? width - sidePanel : 0, top: 0 },
      { input: Buffer.from(svg), left: 0, top: isSide ? 0 : topPanel },
    ])
    .png({ palette: true, quality: 92, effort: 4 })
    .toBuffer();
}

function titleSize(title: string, isSide: boolean): number {
  if (!isSide) return 84;
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  if (title.length <= 20 && longestWord <= 11) return 88;
  if (title.length <= 40 && longestWord <= 14) return 70;
  return title.length <= 70 && longestWord <= 18 ? 58 : 48;
}

function wordsBox(picture: SharingPicture, size: { width: number; height: number }, tokens: Tokens, mark: string): Box {
  const isSide = picture.layout === 'side';
  const textWidth = size.width - (isSide ? 120 : 128);
  const ink = tokens[`${picture.color}-ink`] ?? tokens.ink ?? '#000000';
  const brand = box({ alignItems: 'center', color: tokens.action ?? ink }, [
    {
      type: 'img',
      props: {
        style: {},
        src: svgAddress(mark.replaceAll('currentColor', tokens.action ?? ink)),
        width: 46,
        height: 46,
      },
    },
    box({ marginLeft: 16, fontFamily: 'Fraunces', fontSize: 32 }, picture.siteName),
  ]);
  const label =
    picture.label === null
      ? null
      : box(
          {
            alignSelf: 'flex-start',
            padding: '7px 20px 9px',
            borderRadius: 999,
            background: tokens[`${picture.color}-ground`] ?? '#ffffff',
            color: ink,
            fontSize: 27,
            fontWeight: 600,
            marginBottom: 22,
          },
          picture.label,
        );
  const title = box(
    {
      display: 'block',
      width: textWidth,
      lineClamp: isSide ? 4 : 1,
      fontFamily: 'Fraunces',
      fontSize: titleSize(picture.title, isSide),
      lineHeight: 1.08,
      letterSpacing: '-0.015em',
      color: tokens.ink ?? '#000000',
    },
    picture.title,
  );
  const line =
    picture.line === null
      ? null
      : box(
          {
            display: 'block',
            width: textWidth,
            lineClamp: 2,
            marginTop: 20,
            fontSize: 31,
            lineHeight: 1.3,
            color: tokens['ink-soft'] ?? ink,
          },
          picture.line,
        );
  const inside = isSide
    ? [brand, box({ flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }, [label, title, line])]
    : [box({ flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }, [brandless(mark, tokens), title, line])];
  return box(
    {
      ...size,
      flexDirection: 'column',
      padding: isSide ? '56px 56px 48px 64px' : '28px 64px 34px',
      fontFamily: 'Source Sans 3',
    },
    inside,
  );
}

/** The logo without the name: the site's own picture has the name as its title. */
function brandless(mark: string, tokens: Tokens): Box {
  const src = svgAddress(mark.replaceAll('currentColor', tokens.action ?? '#000000'));
  return { type: 'img', props: { style: { marginBottom: 10 }, src, width: 58, height: 58 } };
}

function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

async function drawPanel(
  picture: SharingPicture,
  size: { width: number; height: number },
  tokens: Tokens,
): Promise<Buffer> {
  if (picture.pictureFile !== null) {
    return sharp(picture.pictureFile, { limitInputPixels: 40_000_000 })
      .resize({ ...size, fit: 'cover', position: 'attention' })
      .flatten({ background: tokens.ground ?? '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  const ground = tokens[`${picture.color}-ground`] ?? '#ffffff';
  const ink = tokens[`${picture.color}-ink`] ?? '#000000';
  const glyph = await readFile(join(root, `src/web/art/categories/${picture.glyph}.svg`), 'utf8').catch(() => '');
  const inner = glyph
    .slice(glyph.indexOf('>') + 1, glyph.lastIndexOf('</svg>'))
    .replaceAll('var(--glyph-soft)', mix(ink, ground, 0.45))
    .replaceAll('var(--glyph-ground)', ground)
    .replaceAll('var(--glyph)', ink);
  const drawn = Math.round(Math.min(size.width, size.height) * 0.62);
  const [x, y] = [(size.width - drawn) / 2, (size.height - drawn) / 2];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<defs><pattern id="p" width="48" height="48" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">${picture.pattern
    .map((path) => `<path d="${path}" fill="${ink}"/>`)
    .join('')}</pattern></defs>
<rect width="100%" height="100%" fill="${ground}"/><rect width="100%" height="100%" fill="url(#p)" opacity="0.09"/>
<circle cx="${size.width / 2}" cy="${size.height / 2}" r="${drawn * 0.66}" fill="${ground}"/>
<svg x="${x}" y="${y}" width="${drawn}" height="${drawn}" viewBox="0 0 96 96">${inner}</svg></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

function mix(first: string, second: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16);
  return `#${[0, 1, 2]
    .map((at) => Math.round(channel(first, at) * share + channel(second, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
