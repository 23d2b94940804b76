import { setTimeout as sleep } from 'node:timers/promises';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { serverDrawn, serverPartsLoaded } from './server-drawn.tsx';

it('is drawn with the first page of a process, however late it is loaded', async () => {
  const Part = serverDrawn(async () => {
    await sleep(20);
    return { default: () => <b>a part</b> };
  });
  await serverPartsLoaded();
  expect(renderToString(<Part />)).toContain('<b>a part</b>');
});
