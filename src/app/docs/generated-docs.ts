/**
 * The pages of docs/ that are made from the code. `npm run docs` writes them; a test fails while one is
 * stale.
 */
import { servedEndpoints } from '#app/api/api.ts';
import { routes } from '#app/pages/routes.ts';
import { drawClaimStates } from '#features/claims/draw-claim-states.ts';
import { columnSpellings } from '#features/imports/map-columns.ts';
import { fieldLabels } from '#features/imports/web/field-labels.ts';
import { staffPages } from '#features/staff-frame/staff-pages.ts';
import { describeFeatureOrder } from './feature-order.ts';
import { describeWhoMay } from './who-may.ts';

interface GeneratedDoc {
  /** From the root of the repository. */
  file: string;
  /** The text that the file should have, given its current text. */
  write: (text: string) => string;
}

/** Replaces the text between the marks `<!-- name -->` and `<!-- /name -->`. */
function fill(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The marks ${start.trim()} and ${end} are missing`);
  return `${text.slice(0, from)}${start}\n${content}\n\n${text.slice(to)}`;
}

/** The names of columns that imports recognize. */
function describeColumns(): string {
  const rows = Object.entries(columnSpellings).map(
    ([field, names]) => `| ${fieldLabels[field as keyof typeof columnSpellings]} | ${names} |`,
  );
  return ['| column | names, the first filled one counts |', '| --- | --- |', ...rows].join('\n');
}

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    file: 'docs/code-map.md',
    write: (text) => fill(text, 'feature order', describeFeatureOrder()),
  },
  {
    file: 'docs/payments.md',
    write: (text) => fill(text, 'claim states', drawClaimStates()),
  },
  { file: 'docs/importing.md', write: (text) => fill(text, 'columns', describeColumns()) },
  {
    file: 'docs/who-may.md',
    write: () =>
      describeWhoMay(
        servedEndpoints.map(({ endpoint }) => endpoint),
        routes,
        staffPages,
      ),
  },
];
