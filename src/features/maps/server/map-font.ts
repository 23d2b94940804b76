/** The site's own typeface, whose letters are drawn as outlines: the server needs no fonts installed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype from '@shuding/opentype.js';

const fontFile = '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff';

let loaded: ReturnType<typeof opentype.parse> | undefined;

export function mapFont() {
  if (loaded === undefined) {
    const file = readFileSync(fileURLToPath(import.meta.resolve(fontFile)));
    loaded = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  }
  return loaded;
}
