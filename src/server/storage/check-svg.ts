import type { PictureSize } from './encode-picture.ts';

/** Parts of an SVG that run scripts, load from elsewhere or embed another document. */
const forbidden: readonly [RegExp, string][] = [
  [/<\s*(?:\w+:)?script\b/i, 'a script'],
  [/<\s*(?:\w+:)?(?:foreignObject|iframe|embed|object|audio|video|handler|listener)\b/i, 'another document'],
  [/[\s"'/]on[a-z]+\s*=/i, 'an event handler'],
  [/<!(?:DOCTYPE|ENTITY)/i, 'a document type'],
  [/<\?xml-stylesheet/i, 'a style sheet from elsewhere'],
  [/@import/i, 'a style sheet from elsewhere'],
  [/javascript:/i, 'a script'],
  [
    /\bhref\s*=\s*(?:"(?!#|data:image\/(?:png|jpeg|webp);)|'(?!#|data:image\/(?:png|jpeg|webp);)|[^\s"'])/i,
    'a reference to elsewhere',
  ],
  [/url\(\s*["']?(?!#|&quot;#|["'])/i, 'a reference to elsewhere'],
];

/**
 * The size of a drawing from its viewBox, in whole px. Used for drawings of the city pack only, never for
 * uploads.
 * @throws Error that names the forbidden part
 */
export function checkSvg(svg: string): PictureSize {
  for (const [pattern, what] of forbidden) {
    if (pattern.test(svg))
      throw new Error(`The drawing contains ${what}; only shapes, text and its own styles are allowed`);
  }
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const [, , width = 0, height = 0] = (/viewBox="([^"]+)"/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) throw new Error('The drawing has no viewBox="0 0 width height"');
  return { width: Math.round(width), height: Math.round(height) };
}
