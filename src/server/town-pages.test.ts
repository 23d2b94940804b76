import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutOperatorNote } from './town-pages.ts';

const about = readFileSync(new URL('town-page-templates/about.html', import.meta.url), 'utf8');

it('leaves the word to the operator out for visitors, and nothing else', () => {
  const shown = withoutOperatorNote({ about }).about ?? '';
  expect(about).toContain('is a template');
  expect(shown).not.toMatch(/template|<hr>|for-operator/);
  expect(about.startsWith(shown.trimEnd())).toBe(true);
  expect(withoutOperatorNote({ about: '<h1>Ours</h1><p>Own words.</p>' })).toEqual({
    about: '<h1>Ours</h1><p>Own words.</p>',
  });
  expect(withoutOperatorNote({ terms: about })).toEqual({ terms: about });
});
