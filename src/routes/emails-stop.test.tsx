import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { StaticRouter } from '#web/router/router.tsx';
import { PlainFormProvider } from '#web/ui/plain-form.tsx';
import { Page, queries } from './emails-stop.tsx';

const search = new URLSearchParams({ token: 'x' });

function drawn(form: string, isOn: boolean, done = false) {
  const client = new QueryClient();
  client.setQueryData(cityQuery.queryKey, { name: 'Oak Bend', region: 'TX' } as never);
  const [{ queryKey } = { queryKey: [] }] = queries({ search } as never);
  client.setQueryData(queryKey, { kind: 'messages', isOn, username: 'olga' } as never);
  return renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter at="/emails/stop?token=x">
        <PlainFormProvider value={{ form, done, message: 'Please try again later.', fields: {}, values: {} }}>
          <Page {...({ search } as never as Parameters<typeof Page>[0])} />
        </PlainFormProvider>
      </StaticRouter>
    </QueryClientProvider>,
  );
}

it.each([
  ['stop-emails', true],
  ['start-emails', false],
])('without script, a refused %s says why', (form, isOn) => {
  expect(drawn(form, isOn)).toMatch(/role="alert"[^>]*>Please try again later\./);
  expect(drawn(form, !isOn, true)).not.toContain('role="alert"');
});
