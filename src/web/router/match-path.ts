/** Patterns of paths: '/news/:slug', and '/staff/*' for everything below. */

export type PathParams = Record<string, string | undefined>;

interface Compiled {
  pattern: RegExp;
  names: string[];
}

const compiled = new Map<string, Compiled>();

function compile(path: string): Compiled {
  const names: string[] = [];
  const source = path
    .replace(/\/\*$/, '')
    .replace(/[\\.*+^${}|()[\]]/g, '\\$&')
    .replace(/:([\w-]+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
  if (!path.endsWith('/*')) return { pattern: new RegExp(`^${source.replace(/\/$/, '')}/*$`), names };
  return { pattern: new RegExp(`^${source}(?:/(.+)|/*)$`), names: [...names, '*'] };
}

/** The parameters of a path, as they stand in it; null when it does not match. Slashes at its end do not count. */
export function matchPath(path: string, pathname: string): PathParams | null {
  let known = compiled.get(path);
  if (known === undefined) {
    known = compile(path);
    compiled.set(path, known);
  }
  const match = known.pattern.exec(pathname);
  return match && Object.fromEntries(known.names.map((name, place) => [name, match[place + 1] ?? '']));
}
