import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox();
});
afterAll(() => running.stop());

const get = (path: string) => fetch(`${running.url}${path}`);

test('Stripe.js is one classic script', async () => {
  const answer = await get('/endive/stripe.js');
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  const text = await answer.text();
  expect(() => new Script(text)).not.toThrow();
  expect(text).not.toMatch(/^\s*(import|export) /m);
});

test.each(['/c/pay/none', '/elements/card', '/elements/controller', '/3ds/none', '/p/session/none', '/i/none'])(
  'what the page %s loads is there',
  async (path) => {
    const page = await (await get(path)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    for (const name of ['page', 'form', 'portal']) expect(files).toContain(`/assets/${name}.css`);
    for (const file of files) {
      const answer = await get(file);
      expect(answer.status, file).toBe(200);
      const imported = [...(await answer.text()).matchAll(/from '([^']+)'/g)].map(
        ([, name = '']) => new URL(name, `${running.url}${file}`).pathname,
      );
      for (const name of imported) expect((await get(name)).status, name).toBe(200);
    }
  },
);

test('nothing else of the sandbox can be read', async () => {
  for (const path of [
    '/assets/html.ts',
    '/assets/..%2fengine%2fsandbox.ts',
    '/assets/browser/none.ts',
    '/elements/other',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
});
