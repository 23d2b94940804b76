import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/decisions', 'docs/rules'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The anchor that GitHub makes from a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a Markdown file: those written as `<a id="…">` and those that GitHub makes from headings. */
function anchorsOf(text: string): Set<string> {
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
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

/** The parts of a text under the headings of one level, each with its heading. */
const partsOf = (text: string, level: '##' | '###') =>
  text
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const);

const rules = partsOf(read('docs/product-rules.md'), '##').flatMap(([group, part]) =>
  partsOf(part, '###').map(([name, text]) => ({ group, name, text })),
);

describe('docs/product-rules.md', () => {
  test('names each rule once', () => {
    const anchors = rules.map(({ name }) => anchorOf(name));
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) < index)).toEqual([]);
  });

  test.each(rules)('$name names its tests', ({ text }) => {
    const [, kept = ''] = /^Kept by (.+?)\.$/ms.exec(text) ?? [];
    expect(kept.match(/\]\((\S+\.test\.tsx?)\)/g) ?? []).not.toEqual([]);
  });

  test.each(rules)('$name is said in 70 words; its details stand in docs/rules', ({ text }) => {
    const said = text.replace(/^(?:More|Kept by)\b.*$/gm, '').replace(/\]\([^)]*\)/g, '');
    const { length } = said.trim().split(/\s+/);
    expect(length).toBeGreaterThan(5);
    expect(length).toBeLessThanOrEqual(70);
  });
});

describe('docs/rules', () => {
  const files = readdirSync(path.join(root, 'docs/rules'));
  const details = files.flatMap((file) =>
    partsOf(read(`docs/rules/${file}`), '##').map(([name]) => ({ name, link: `rules/${file}#${anchorOf(name)}` })),
  );

  test.each(details)('$link has its heading in docs/product-rules.md, which leads to it', ({ name, link }) => {
    const more = rules.filter((rule) => rule.text.includes(`(${link})`)).map((rule) => rule.name);
    expect(more).toEqual([name]);
  });

  test.each(files)('%s has the details of one group, and leads back to it', (file) => {
    const text = read(`docs/rules/${file}`);
    const groups = new Set(rules.filter((rule) => rule.text.includes(`(rules/${file}#`)).map(({ group }) => group));
    const back = [...groups].map((group) => `](../product-rules.md#${anchorOf(group)})`);
    expect(back).toHaveLength(1);
    expect(text.slice(0, text.indexOf('\n## '))).toContain(back[0]);
  });

  test('is where each line *More* of docs/product-rules.md leads, under the same heading', () => {
    const more = rules.flatMap(({ name, text }) =>
      [...text.matchAll(/^More: .*\]\((\S+)\)\.$/gm)].map(([, link]) => ({ name, link })),
    );
    expect(more).toEqual(expect.arrayContaining(details));
    expect(more).toHaveLength(details.length);
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
