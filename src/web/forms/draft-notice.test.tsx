import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DraftNotice } from './draft-notice.tsx';

const said = (clashWith: string) =>
  renderToStaticMarkup(
    <DraftNotice
      draft={{ notice: 'clash', save: { kind: 'saved' }, clashWith }}
      noun="business"
      onDiscard={{ discard: () => {}, bringBack: () => {} } as never}
    />,
  );

it('speaks of oneself as of oneself, and of others as of others', () => {
  const own = said('You, in another tab, changed this business just now. Yours is not saved yet.');
  expect(own).toContain('You, in another tab, changed this business just now.');
  expect(own).toContain('The other changes are taken over');
  expect(own).toContain('Discard all that I typed');
  expect(own).not.toMatch(/[Tt]heir/);
  const max = said('max changed this business just now. Yours is not saved yet.');
  expect(max).toContain('Their other changes');
  expect(max).toContain('Discard all that I typed');
});
