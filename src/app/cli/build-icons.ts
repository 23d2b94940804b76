/** Icons for programs that do not support SVG: old browsers, home screens, crawlers. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const artFolder = join(import.meta.dirname, '../../web/art');

/** @param folder dist/client */
export async function buildIcons(folder: string): Promise<void> {
  const plain = await readFile(join(artFolder, 'favicon.svg'));
  const maskable = await readFile(join(artFolder, 'favicon-maskable.svg'));
  await mkdir(join(folder, 'icons'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'favicon.svg'), plain),
    writeFile(join(folder, 'icons/icon-192.png'), await draw(plain, 192)),
    writeFile(join(folder, 'icons/icon-512.png'), await draw(plain, 512)),
    writeFile(join(folder, 'icons/maskable-512.png'), await draw(maskable, 512)),
    writeFile(join(folder, 'apple-touch-icon.png'), await draw(maskable, 180)),
    writeFile(join(folder, 'favicon.ico'), iconFile([await draw(plain, 16), await draw(plain, 32)], [16, 32])),
  ]);
}

/** With a small palette, because icons have few flat colors: a third of the bytes. */
function draw(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colors: 16, effort: 10 })
    .toBuffer();
}

/** An .ico file is a table of contents followed by PNG files. */
function iconFile(pictures: Buffer[], sizes: number[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(sizes[index] ?? 0, at);
    head.writeUInt8(sizes[index] ?? 0, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}
