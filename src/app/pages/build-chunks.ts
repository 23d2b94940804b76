/** The browser build's manifest: the scripts and styles of each route. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
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

/** In the client's folder: the styles of each route that its first paint needs. */
export const firstStylesFile = '.vite/first-styles.json';

/** Scripts of the parts that a route draws on the server, and that browsers load when they come near. */
export function serverDrawnParts(manifest: Manifest, routeKey: string): string[] {
  const early = new Set(scriptsOf(manifest, routeKey).scripts);
  return Object.entries(manifest)
    .filter(([key, { file }]) => key !== entryKey && early.has(file))
    .flatMap(([, { dynamicImports = [] }]) => dynamicImports)
    .filter((key) => /^src\/.*\.tsx$/.test(key))
    .flatMap((key) => scriptsOf(manifest, key).scripts);
}
