/** The browser build's manifest: the scripts and styles of each route. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  assets?: string[];
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

const entryKey = 'src/app/pages/hydrate-page.tsx';

/** @param clientFolder dist/client */
export async function readManifest(clientFolder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** The script that starts the page in the browser. */
export function entryScript(manifest: Manifest): string {
  const entry = manifest[entryKey];
  if (entry === undefined) throw new Error(`the build has no ${entryKey}; run npm run build`);
  return entry.file;
}

/** Everything that the entry and a route import before the page can start. */
export function scriptsOf(manifest: Manifest, routeKey: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(entryKey);
  visit(routeKey);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Fonts that every page shows at first sight. */
export function firstFonts(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]);
  return [
    ...new Set(
      files.filter((file) => /(fraunces-latin-600-normal|source-sans-3-latin-wght-normal).*\.woff2$/.test(file)),
    ),
  ];
}
