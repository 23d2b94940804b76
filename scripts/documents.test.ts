import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The anchors of a Markdown file: those written as `<a id="…">` and those that GitHub makes from headings. */
function anchorsOf(text: string): Set<string> {
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...written, ...headings]);
}

describe('every link of a document leads to a file, and its anchor to a heading', () => {
  test.each(documents)('%s', (document) => {
    const broken: string[] = [];
    for (const [, target = ''] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/i.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const linked = path.posix.join(path.posix.dirname(document), file);
      const page = file === '' ? document : linked;
      if (!existsSync(path.join(root, page))) broken.push(target);
      else if (anchor !== undefined && !anchorsOf(read(page)).has(anchor)) broken.push(target);
    }
    expect(broken).toEqual([]);
  });
});

describe('the notes in docs/decisions', () => {
  const notes = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));

  test('are numbered from 1 without a hole', () => {
    expect(notes.map((name) => Number(name.slice(0, 4)))).toEqual(notes.map((_, index) => index + 1));
  });

  test.each(notes)('%s has its number in the title, a status, and a row in the index', (name) => {
    const number = Number(name.slice(0, 4));
    const text = read(`docs/decisions/${name}`);
    const title = /^# (\d+)\. (.+)/.exec(text);
    expect(Number(title?.[1])).toBe(number);
    expect(text).toMatch(/^(\*\*)?Status/m);
    expect(read('docs/decisions/README.md')).toContain(`| ${number} | [${title?.[2]}](${name}) | `);
  });
});

describe('docs/product-rules.md', () => {
  const rules = read('docs/product-rules.md').split(/^### /m).slice(1);

  test.each(rules.map((rule) => [rule.slice(0, rule.indexOf('\n')), rule]))('%s names its tests', (_, rule) => {
    const [, kept = ''] = /^Kept by (.+?)\.$/ms.exec(rule) ?? [];
    expect(kept.match(/\]\((\S+\.test\.tsx?)\)/g) ?? []).not.toEqual([]);
  });
});

describe('references in the code', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const sources = git('ls-files', '-z', 'src', 'tests', 'scripts', 'sandbox', 'bench', 'cities').filter(
    (file) => /\.(tsx?|mjs|css|md)$/.test(file) && existsSync(path.join(root, file)),
  );
  const found = (pattern: RegExp) =>
    sources.flatMap((file) =>
      [...read(file).matchAll(pattern)].map(([text, page = '', anchor]) => ({ file, text, page, anchor })),
    );

  test('lead to a page of docs/ and an anchor in it', () => {
    const broken = found(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g).filter(
      ({ page, anchor }) =>
        !existsSync(path.join(root, page)) || (anchor !== undefined && !anchorsOf(read(page)).has(anchor)),
    );
    expect(broken).toEqual([]);
  });
});
