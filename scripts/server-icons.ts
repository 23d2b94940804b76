import { join } from 'node:path';
import type { Plugin } from 'vite';

/** In the server's build, icons are drawn once: src/app/pages/drawn-icon.tsx. */
export function serverIcons(): Plugin {
  return {
    name: 'server-icons',
    enforce: 'pre',
    resolveId(source, importer, { ssr }) {
      if (!ssr || source !== './Icon.mjs' || !importer?.endsWith('lucide-react/dist/esm/createLucideIcon.mjs'))
        return null;
      return join(import.meta.dirname, '../src/app/pages/drawn-icon.tsx');
    },
  };
}
