import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('one works, some wait in order, the rest is refused', async () => {
  const line = oneAtATime(2);
  const order: string[] = [];
  const first = await line.enter();
  const second = line.enter().then((leave) => {
    order.push('second');
    return leave;
  });
  const third = line.enter().then((leave) => {
    order.push('third');
    return leave;
  });
  await expect(line.enter()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  first();
  first();
  const leave = await second;
  expect(order).toEqual(['second']);
  leave();
  (await third)();
  expect(order).toEqual(['second', 'third']);
  (await line.enter())();
});
