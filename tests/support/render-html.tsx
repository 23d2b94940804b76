/** Renders pages and their parts as the server does, with data from the API of a test. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { Hono } from 'hono';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { renderPage } from '#app/pages/render-page.tsx';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { createQueryClient } from '#web/api-client/query-client.ts';
import { setTransport, type Transport } from '#web/api-client/transport.ts';
import { StaticRouter } from '#web/router/router.tsx';

const transportTo =
  (app: Hono<ApiEnv>): Transport =>
  async (path, init) =>
    app.request(`http://oakbend.example${path}`, { ...init, headers: { Host: 'oakbend.example' } });

/** Returns the HTML of a public page's root element. */
export async function pageHtml(app: Hono<ApiEnv>, path: string): Promise<string> {
  return asText((await renderPage(path, transportTo(app))).body);
}

/** Returns the HTML of a part of a page that reads the list of properties at most. */
export async function partHtml(app: Hono<ApiEnv>, part: ReactNode): Promise<string> {
  const client = createQueryClient();
  setTransport(client, transportTo(app));
  await client.prefetchQuery(listingPropertiesQuery);
  return asText(
    renderToString(
      <QueryClientProvider client={client}>
        <StaticRouter at="/">{part}</StaticRouter>
      </QueryClientProvider>,
    ),
  );
}

/** Removes the markers that React puts between two texts. */
const asText = (html: string) => html.replaceAll('<!-- -->', '');
