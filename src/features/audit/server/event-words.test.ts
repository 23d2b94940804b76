import { expect, it } from 'vitest';
import { securityEvents } from '#server/security-events.ts';
import { eventWords } from '../event-words.ts';

it('has words for each kind of refusal', async () => {
  const events = (await securityEvents.get()).values.map(({ labels }) => String(labels.event));
  expect(events).toContain('log_in_refused');
  expect(events.filter((event) => eventWords(event) === undefined)).toEqual([]);
});
