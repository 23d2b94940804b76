import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.webmanifest', '.txt']);

/**
 * Writes a `.br` and a `.gz` file beside each text file of the folder, as small as possible: made once,
 * served for months.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        const compressed = await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        });
        await writeFile(`${path}.br`, compressed);
        const forOthers = await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION });
        // For the smallest files the compressed one would be larger.
        if (forOthers.length < bytes.length) await writeFile(`${path}.gz`, forOthers);
      }),
  );
}
