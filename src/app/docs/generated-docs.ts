/**
 * The pages of docs/ that are made from the code. `npm run docs` writes them; a test fails while one is
 * stale.
 */
import { servedEndpoints } from '#app/api/api.ts';
import { routes } from '#app/pages/routes.ts';
import { describeFeatureOrder } from './feature-order.ts';
import { describeWhoMay } from './who-may.ts';

interface GeneratedDoc {
  /** From the root of the repository. */
  file: string;
  /** The text that the file should have, given its current text. */
  write: (text: string) => string;
}

const marked = /(<!-- feature order -->\n)[\s\S]*?(<!-- \/feature order -->)/;

export const generatedDocs: readonly GeneratedDoc[] = [
  {
    file: 'docs/code-map.md',
    write: (text) =>
      text.replace(marked, (_, start: string, end: string) => `${start}\n${describeFeatureOrder()}\n\n${end}`),
  },
  {
    file: 'docs/who-may.md',
    write: () =>
      describeWhoMay(
        servedEndpoints.map(({ endpoint }) => endpoint),
        routes,
      ),
  },
];
