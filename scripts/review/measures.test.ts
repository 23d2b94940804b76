import { expect, it } from 'vitest';
import { measures } from './measures.ts';
import { readCode, type Source } from './read-sources.ts';

/** The findings of a measure in files given as path and text. */
function find(name: keyof typeof measures, files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([file, text]): Source => ({ file, text, lines: text.split('\n') }));
  return measures[name]({ sources, code: readCode(sources) });
}

it('finds exports that nobody imports, and knows every way to import', () => {
  const files = {
    'src/web/a.ts': 'export const used = 1;\nexport const unused = 2;\nexport type T = 1;\n',
    'src/web/b.ts': "import { used, type T } from '#web/a.ts';\nexport const whole: T = used;\n",
    'src/web/c.ts': "import * as b from './b.ts';\nexport { whole as again } from './b.ts';\nb.whole;\n",
    'src/web/d.test.ts': "const { again } = await import('./c.ts');\n",
  };
  expect(find('exports that no other file imports', files)).toEqual(['src/web/a.ts:2: unused']);
  const whole = {
    'src/web/a.tsx': 'export const used = 1;\nexport interface Props {}\nexport default used;\n',
    'src/web/b.ts': "import * as a from './a.tsx';\na.used;\n",
    'src/web/c.ts': "const load = () => import('./a.tsx');\n",
    'src/routes/d.tsx': 'export const Page = 1;\n',
    'src/web/e.ts': "const load = () => import('#routes/d.tsx');\n",
  };
  expect(find('exports that no other file imports', whole)).toEqual(['src/web/a.tsx:2: Props']);
});

it('finds imports against the order of folders, and of features', () => {
  const files = {
    'src/server/a.ts': "import '#shared/b.ts';\nimport '#features/events/contract.ts';\n",
    'src/server/a.test.ts': "import '#app/cli/c.ts';\n",
    'sandbox/stripe/billing/a.ts': "import '../engine/b.ts';\nimport '../checkout/c.ts';\n",
    'src/features/events/a.ts': "import '#features/claims/contract.ts';\nimport '#features/audit/b.ts';\n",
  };
  expect(find('imports against the order of the folders of src', files)).toEqual([
    'src/server/a.ts: src/features/events/contract.ts',
  ]);
  expect(find('imports against the order of the folders of the payment sandbox', files)).toEqual([
    'sandbox/stripe/billing/a.ts: sandbox/stripe/checkout/c.ts',
  ]);
  expect(find('imports of a feature that the feature order does not allow', files)).toEqual([
    'src/features/events/a.ts: src/features/claims/contract.ts',
  ]);
});

it('finds circles of imports, also of types, but not through import()', () => {
  const files = {
    'src/web/a.ts': "import { b } from './b.ts';\nimport './late.ts';\n",
    'src/web/b.ts': "export * from './c.ts';\n",
    'src/web/c.ts': "import type { A } from './a.ts';\n",
    'src/web/late.ts': "const load = () => import('./a.ts');\n",
  };
  expect(find('circles of files that import each other', files)).toEqual([
    'src/web/a.ts > src/web/b.ts > src/web/c.ts > src/web/a.ts',
  ]);
});

it('finds long files and long functions', () => {
  const body = '  call();\n'.repeat(99);
  const files = {
    'src/web/short.ts': `function short() {\n${body.slice(10)}}\n`,
    'src/web/long.ts': `const long = () => {\n${body}};\n${'//\n'.repeat(200)}`,
  };
  expect(find('functions over 100 lines', files)).toEqual(['src/web/long.ts:1: long has 101 lines']);
  expect(find('TypeScript files over 300 lines', files)).toEqual(['src/web/long.ts: 301 lines']);
});

it('finds what stands twice: units, escaping, tags, references, and tables of addresses', () => {
  const files = {
    'src/server/a.ts':
      "const daySeconds = 86_400;\nconst hour = 60 * 60 * 1000;\nconst s = t.replaceAll('&', '&amp;');\n",
    'src/web/b.ts':
      "const text = html.replace(/<[^>]+>/g, ' ');\nconst id = typeof customer === 'string' ? customer : customer?.id;\n",
    'src/app/front/c.ts': "const personal = ['/api/account', '/api/saved'];\nconst more = [\n  '/api/claims',\n];\n",
    'src/features/saved/contract.ts': "const paths = ['/api/saved', '/api/account'];\n",
    'src/shared/times.ts': 'export const dayMs = 86_400_000;\n',
  };
  expect(find('duplicates: lengths of time outside of src/shared/times.ts', files)).toHaveLength(2);
  expect(find('duplicates: HTML escaped outside of src/shared/escape-markup.ts', files)).toHaveLength(1);
  expect(find('duplicates: tags removed outside of html-to-text.ts and without-tags.ts', files)).toHaveLength(1);
  expect(find('duplicates: ids of Stripe references read outside of object-id.ts', files)).toHaveLength(1);
  expect(find('tables of API addresses outside of the contracts', files)).toEqual([
    "src/app/front/c.ts:1: const personal = ['/api/account', '/api/saved'];",
    "src/app/front/c.ts:3: '/api/claims',",
  ]);
});

it('finds words that the style guide does not use', () => {
  const files = {
    'src/web/a.ts': `/** ${'Of'} a claim. */\n${'const'} mostPhotos = 3;\n// Says the colo${'u'}r.\n// See specification 9.\n/** ${'Those'} of a list. */\n`,
  };
  expect(find('comments that begin with a pronoun', files)).toHaveLength(1);
  expect(find('comments that begin with a preposition or a question word', files)).toHaveLength(1);
  expect(find('limits called most or least instead of max or min', files)).toHaveLength(1);
  expect(find('comments in British spelling', files)).toHaveLength(1);
  expect(find('references to documents that the repository does not have', files)).toHaveLength(1);
});

it('finds classes whose rule would have the whole page styled anew', () => {
  const files = {
    'src/web/a.tsx': '<div className="group-has-[:checked]:hidden" />\n',
    'src/web/b.tsx': '<div className="group-hover:block has-[:checked]:hidden" />\n',
  };
  expect(find('classes by what a parent has, written as group-has- or peer-has-', files)).toEqual([
    'src/web/a.tsx:1: <div className="group-has-[:checked]:hidden" />',
  ]);
});
