import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { StaticRouter } from '#web/router/router.tsx';
import { PlainFormProvider, type PlainFormResult } from '#web/ui/plain-form.tsx';
import type { Talk } from '../talk-contract.ts';
import { TalkOfVisitor } from './talk.tsx';

const talk: Talk = {
  business: { name: 'Oak Bakery', slug: null },
  name: 'Ada Byron',
  said: [],
  state: 'closed',
  isStopped: false,
};

function drawn(state: Talk['state'], result: PlainFormResult | null) {
  const client = new QueryClient();
  client.setQueryData(cityQuery.queryKey, { timeZone: 'America/Chicago' } as never);
  return renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter at="/messages/talk">
        <PlainFormProvider value={result}>
          <TalkOfVisitor token="x" talk={{ ...talk, state }} />
        </PlainFormProvider>
      </StaticRouter>
    </QueryClientProvider>,
  );
}

const refused: PlainFormResult = {
  form: 'business-talk',
  done: false,
  message: 'Please wait for the next one.',
  fields: {},
  values: { text: 'And on Thursday?' },
};

it.each(['waits', 'full', 'closed', 'open'] as const)(
  'without script, refused words are kept, once, with the reason: %s',
  (state) => {
    const html = drawn(state, refused);
    for (const words of [refused.message, 'And on Thursday?', 'role="alert"']) {
      expect(html.split(words)).toHaveLength(2);
    }
  },
);

it('a talk that is closed says nothing more when nothing was refused', () => {
  for (const result of [null, { ...refused, done: true }, { ...refused, form: 'business-talk-stop', done: true }]) {
    expect(drawn('closed', result)).not.toContain('role="alert"');
  }
});
