import { expect, it } from 'vitest';
import { floatingMs, learnClock } from '#shared/clock.ts';
import { hourMs, minuteMs } from '#shared/times.ts';
import { clockAround } from './clock-changes.ts';

const now = new Date('2026-11-21T12:00:00Z');

it.each(['America/Chicago', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'America/St_Johns'])(
  'a browser that was told of the clock in %s shows what Intl shows, also outside of the years it was told of',
  (zone) => {
    const clock = clockAround(now, zone);
    const instants = Array.from({ length: 5_000 }, (_, at) => Date.UTC(2020, 6, 1) + at * 17 * hourMs);
    const edges = clock.changes.flatMap(([minute]) => [
      minute * minuteMs - 1,
      minute * minuteMs,
      minute * minuteMs + 1_500,
    ]);
    const all = [...instants, ...edges].map((ms) => new Date(ms));
    const asked = all.map((instant) => floatingMs(instant, zone));
    learnClock(zone, clock);
    expect(all.map((instant) => floatingMs(instant, zone))).toEqual(asked);
    expect(() => floatingMs('no date', zone)).toThrow(RangeError);
  },
);

it('is told of the years that pages speak of, in few words', () => {
  const clock = clockAround(now, 'America/Chicago');
  expect(new Date(clock.from * minuteMs).toISOString()).toBe('2021-01-01T00:00:00.000Z');
  expect(new Date(clock.until * minuteMs).toISOString()).toBe('2030-01-01T00:00:00.000Z');
  expect(clock.ahead).toBe(-360);
  expect(clock.changes).toHaveLength(18);
  expect(clock.changes[0]).toEqual([Date.UTC(2021, 2, 14, 8) / minuteMs, -300]);
});
