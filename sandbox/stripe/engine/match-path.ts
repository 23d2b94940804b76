/** Finds the entry whose path fits an address. `{…}` stands for one part; an exact part wins over `{…}`. */
export function matchPath<T extends { method: string; path: string }>(
  entries: readonly T[],
  method: string,
  path: string,
): { entry: T; id: string } | undefined {
  const parts = path.split('/');
  const fits = entries.flatMap((entry) => {
    const pattern = entry.path.split('/');
    if (entry.method !== method || pattern.length !== parts.length) return [];
    if (!pattern.every((part, index) => part.startsWith('{') || part === parts[index])) return [];
    const at = pattern.findIndex((part) => part.startsWith('{'));
    return [{ entry, id: at < 0 ? '' : decodeURIComponent(parts[at] ?? ''), exact: at < 0 }];
  });
  return fits.find(({ exact }) => exact) ?? fits[0];
}
