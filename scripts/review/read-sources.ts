/** Reads the repository's source files, with what each imports, exports and how long its functions are. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Source {
  /** Path from the root of the repository. */
  file: string;
  text: string;
  lines: string[];
}

interface Import {
  /** The imported file, from the root of the repository. Packages are left out. */
  from: string;
  /** '*' for all names. */
  name: string;
  /** Loaded when the program runs: `import('…')`. */
  isLate: boolean;
}

export interface Code extends Source {
  isTest: boolean;
  imports: Import[];
  exports: { name: string; line: number }[];
  functions: { name: string; line: number; length: number }[];
}

const isCode = (file: string) => /\.(tsx?|mjs)$/.test(file);

/** Every source file and document that Git has or would add. */
export function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))]
    .filter((file) => /\.(tsx?|mjs|css|md|sql)$/.test(file) && existsSync(path.join(root, file)))
    .filter((file) => !file.startsWith('src/server/db/migrations/'))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return { file, text, lines: text.split('\n') };
    });
}

/** The file that an import names, or nothing for a package. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith('#tests/')) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : undefined;
}

type Module = ReturnType<typeof parseSync>['module'];

function importsOf(file: string, text: string, module: Module): Import[] {
  const found: { specifier: string; name: string; isLate?: true }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) found.push({ specifier: moduleRequest.value, name: '' });
    for (const { importName } of entries) {
      const name = importName.kind === 'Name' ? importName.name : importName.kind === 'Default' ? 'default' : '*';
      found.push({ specifier: moduleRequest.value, name: name ?? '*' });
    }
  }
  for (const { importName, moduleRequest } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) found.push({ specifier: moduleRequest.value, name: importName.name ?? '*' });
  }
  // `import('…')`, as a value or as a type, and files that a program loads by their address.
  for (const [, specifier = ''] of text.matchAll(/\b(?:import|URL)\(\s*'([^']+)'/g)) {
    found.push({ specifier, name: '*', isLate: true });
  }
  return found.flatMap(({ specifier, name, isLate = false }) => {
    const resolved = resolveImport(file, specifier);
    return resolved === undefined ? [] : [{ from: resolved, name, isLate }];
  });
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

function functionsOf(text: string, program: ReturnType<typeof parseSync>['program']): Code['functions'] {
  const found: Code['functions'] = [];
  const add = ({ start, end, id }: { start: number; end: number; id?: { name: string } | null }) => {
    const line = lineAt(text, start);
    const declared = text.split('\n')[line - 1]?.match(/(?:const|function) (\w+)/)?.[1];
    found.push({ name: id?.name ?? declared ?? 'function', line, length: lineAt(text, end) - line + 1 });
  };
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program);
  return found;
}

/** Parses a file of TypeScript or JavaScript. */
function parseCode(source: Source): Code {
  const { file, text } = source;
  const { module, program } = parseSync(file, text);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => !moduleRequest)
      .map(({ exportName, start }) => ({ name: exportName.name ?? 'default', line: lineAt(text, start) })),
  );
  return {
    ...source,
    isTest: /\.test\.tsx?$/.test(file) || /^tests\//.test(file),
    imports: importsOf(file, text, module),
    exports: exported,
    functions: functionsOf(text, program),
  };
}

export const readCode = (sources: readonly Source[]): Code[] =>
  sources.filter(({ file }) => isCode(file)).map(parseCode);
