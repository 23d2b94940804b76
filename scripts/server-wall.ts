import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Page code must never contain server code: not by mistake, not in development either. */
export function serverWall(): Plugin {
  const sourceFolder = join(import.meta.dirname, '../src');
  return {
    name: 'server-wall',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/^(#server\/|#features\/[^/]+\/server\/|node:)/.test(source) && importer?.startsWith(sourceFolder)) {
        this.error(`${importer} imports ${source}: pages reach the server through the API only`);
      }
      return null;
    },
  };
}
