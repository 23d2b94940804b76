import { createRequestHandler } from '#app/front/request-handler.ts';
import type { Services } from '#server/http/serve.ts';
import type { PlainFormResult } from '#web/ui/plain-form.tsx';

interface ShownPage {
  url: string;
  form: PlainFormResult | null;
}

/** The whole site without its pages: each page answers with the request for it. Real pages need a build. */
export function testSite(services: Services) {
  return createRequestHandler(services, {
    render: async (url, transport, form) => {
      const city = await transport('/api/city', { method: 'GET' });
      if (!city.ok) throw Object.assign(new Error('no data'), { status: city.status });
      const shown: ShownPage = { url, form };
      return { status: 200, file: '', head: '', body: JSON.stringify(shown), state: '' };
    },
    wrap: (page) => [page.body],
  });
}

export async function shownPage(response: Response): Promise<ShownPage & { status: number }> {
  return { status: response.status, ...((await response.json()) as ShownPage) };
}
