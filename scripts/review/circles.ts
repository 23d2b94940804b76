/** Files that import each other, directly or through others. Imports of types count; `import()` does not, it runs later. */
import type { Code } from './read-sources.ts';

/** Lists each circle once, as 'a.ts > b.ts > a.ts'. */
export function importCircles({ code }: { code: readonly Code[] }): string[] {
  const importsOf = new Map(code.map(({ file, imports }) => [file, imports.filter((each) => !each.isLate)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start !== -1) found.push([...path.slice(start), file].join(' > '));
    if (start !== -1 || done.has(file)) return;
    for (const { from } of importsOf.get(file) ?? []) visit(from, [...path, file]);
    done.add(file);
  };
  for (const { file } of code) visit(file, []);
  return [...new Set(found)];
}
