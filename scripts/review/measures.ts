/** Counts of what makes code hard to work in. Each measure lists its findings as `file:line: text`. */
import { featureOrder } from '#app/docs/feature-order.ts';
import { importCircles } from './circles.ts';
import {
  appOrder,
  arrowsUp,
  folderOfApp,
  folderOfSandbox,
  folderOfSrc,
  sandboxOrder,
  srcOrder,
} from './folder-order.ts';
import type { Code, Source } from './read-sources.ts';

type Measure = (all: { sources: readonly Source[]; code: readonly Code[] }) => string[];

const maxFileLines = 300;
const maxFunctionLines = 100;

/** Lines that match, in files that match. */
const linesWith =
  (pattern: RegExp, files: RegExp, exceptIn?: RegExp): Measure =>
  ({ sources }) =>
    sources
      .filter(({ file }) => files.test(file) && !exceptIn?.test(file))
      .flatMap(({ file, lines }) =>
        lines.flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
      );

/** Tools read the exports of these files: configurations, tables (drizzle-kit), and what runs before the tests (vitest). */
const isReadByTools = (file: string) =>
  /\.config\.ts$|^src\/server\/db\/schema\/|^tests\/support\/start-test-postgres\.ts$/.test(file);

/** These imports pass all exports on: a page's file to the router, an opened map's to who draws on it, the schemas of a contract to the API's description. */
const isPassedOn = (from: string, by: string) =>
  /^src\/(?:routes\/|features\/maps\/web\/open-map\.ts$)/.test(from) || by === 'src/app/api/openapi.ts';

/**
 * Lists exports that no other file uses. A test counts as another file. A file that imports another one whole, by `* as` or `import()`, uses
 * the names that it writes.
 */
const unusedExports: Measure = ({ code }) => {
  const used = new Set(code.flatMap(({ imports }) => imports.map(({ from, name }) => `${from} ${name}`)));
  const whole = Map.groupBy(
    code.flatMap(({ file, text, imports }) =>
      imports.filter(({ name }) => name === '*').map(({ from }) => ({ from, by: file, text })),
    ),
    ({ from }) => from,
  );
  const isUsed = (file: string, name: string) =>
    used.has(`${file} ${name}`) ||
    (whole.get(file) ?? []).some(
      ({ from, by, text }) => name === 'default' || isPassedOn(from, by) || new RegExp(`\\b${name}\\b`).test(text),
    );
  return code
    .filter(({ file }) => !isReadByTools(file))
    .flatMap(({ file, exports }) =>
      exports.filter(({ name }) => !isUsed(file, name)).map(({ name, line }) => `${file}:${line}: ${name}`),
    );
};

const featureOf = (file: string) => /^src\/features\/([\w-]+)\//.exec(file)?.[1];

/** Lists imports between features that src/app/docs/feature-order.ts does not allow: with none, there is no loop. */
const featureArrows: Measure = ({ code }) =>
  code
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, imports }) => {
      const feature = featureOf(file);
      const allowed = featureOrder.find(([name]) => name === feature)?.[1] ?? [];
      return imports.flatMap(({ from }) => {
        const other = featureOf(from);
        if (!feature || !other || other === feature || allowed.includes(other)) return [];
        return [`${file}: ${from}`];
      });
    });

const longFiles =
  (files: RegExp, ofTests = false): Measure =>
  ({ sources }) =>
    sources
      .filter(({ file }) => files.test(file) && ofTests === /^tests\/|\.test\.tsx?$/.test(file))
      // The last line ends with a line break, so splitting gives one more.
      .filter(({ lines }) => lines.length - 1 > maxFileLines)
      .map(({ file, lines }) => `${file}: ${lines.length - 1} lines`);

const longFunctions: Measure = ({ code }) =>
  code
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, functions }) =>
      functions
        .filter(({ length }) => length > maxFunctionLines)
        .map(({ name, line, length }) => `${file}:${line}: ${name} has ${length} lines`),
    );

const codeFiles = /\.(tsx?|mjs|css)$/;
/** These files have to write what they look for. */
const itself = /^scripts\/(review\/|review-code)/;

/** Code of the site that runs. Tests write out what they expect, and the payment sandbox stands for another program. */
const siteCode = /^src\/(?!.*\.test\.tsx?$).*\.tsx?$/;

export const measures = {
  'exports that no other file imports': unusedExports,
  'references to documents that the repository does not have': linesWith(
    /\b(?:[Ss]pecification|[Dd]ecisions|[Nn]otes?) \d+\b/,
    /^(src|tests|scripts|sandbox|bench|cities)\/.*\.(tsx?|mjs|css|md|sql)$/,
    itself,
  ),
  'imports of a feature that the feature order does not allow': featureArrows,
  'circles of files that import each other': importCircles,
  'imports against the order of the folders of src': arrowsUp(srcOrder, folderOfSrc),
  'imports against the order of the rooms of src/app': arrowsUp(appOrder, folderOfApp),
  'imports against the order of the folders of the payment sandbox': arrowsUp(sandboxOrder, folderOfSandbox),
  'TypeScript files over 300 lines': longFiles(/\.(tsx?|mjs)$/),
  'test files over 300 lines': longFiles(/\.tsx?$/, true),
  'style sheets over 300 lines': longFiles(/\.css$/),
  'functions over 100 lines': longFunctions,
  'limits called most or least instead of max or min': linesWith(
    /\b(?:const|let) (?:most|least|fewest)(?:[A-Z]\w*)? =/,
    codeFiles,
    itself,
  ),
  'comments that begin with a preposition or a question word': linesWith(
    /(?:\/\*\*?|\{\/\*|(?:^|\s)\/\/) (?:Of|By|Whoever|Whether|What|How|Who|Whose) /,
    codeFiles,
    itself,
  ),
  'comments that begin with a pronoun': linesWith(
    /(?:\/\*\*?|\{\/\*|(?:^|\s)\/\/) (?:Which|That|Those) /,
    codeFiles,
    itself,
  ),
  'comments in British spelling': linesWith(
    /(?:\/\*|\*|\/\/) (?!.*['`][Cc]ancelled).*\b(?:colour|neighbour|favour|behaviour|licence|recognise|centre|cancelled|labelled|grey)/,
    codeFiles,
    itself,
  ),
  'duplicates: lengths of time outside of src/shared/times.ts': linesWith(
    /(?<!max-age=)\b(?:86_?400(?:_?000)?|3_?600(?:_?000)?)\b|\b(?:24|60) \* 60 \* (?:60|1_?000)\b/,
    siteCode,
    /^src\/shared\/times\.ts$/,
  ),
  'duplicates: HTML escaped outside of src/shared/escape-markup.ts': linesWith(
    /['"`]&(?:amp|lt);['"`]/,
    siteCode,
    /^src\/shared\/escape-markup\.ts$/,
  ),
  'duplicates: tags removed outside of html-to-text.ts and without-tags.ts': linesWith(
    /replace(?:All)?\(\/<\[\^>\][*+]>\/g/,
    siteCode,
    /^src\/shared\/(?:html-to-text|without-tags)\.ts$/,
  ),
  'duplicates: ids of Stripe references read outside of object-id.ts': linesWith(
    /typeof (\w+) === 'string' \? \1 : .*\.id\b/,
    siteCode,
    /^src\/server\/stripe\/object-id\.ts$/,
  ),
  'tables of API addresses outside of the contracts': linesWith(
    /^(?!\s*(?:\/\*|\*|\/\/)).*(?:^\s*'\/api\/\w[^']*',|'\/api\/\w[^']*'.*'\/api\/\w|\['\/api\/\w)/,
    siteCode,
    /contract\.ts$/,
  ),
  // Tailwind's rule for them ends in `:has(…) *`: Chromium then styles the whole page anew for each element that comes or goes.
  'classes by what a parent has, written as group-has- or peer-has-': linesWith(
    /\b(?:group|peer)-has-/,
    /^src\/.*\.(tsx?|css)$/,
  ),
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;
