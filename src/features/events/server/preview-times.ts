import type { Answer } from '#shared/endpoint.ts';
import type { ClockFields } from '../event-clock.ts';
import type { previewTimes as endpoint } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';
import { hintsOf, nextTimes, planTimes } from './plan-event.ts';

const shown = 5;

/** Previews the times of a form that is being filled in. */
export function previewTimes(
  form: ClockFields & { rule: string | null; skippedDays: readonly string[] },
  timeZone: string,
  now: Date,
): Answer<typeof endpoint> {
  const { series, errors } = planTimes(form, timeZone);
  if (errors) return { times: [], repeats: null, hints: [], errors };
  return {
    times: nextTimes(series, timeZone, now, shown).map(({ startsAt, endsAt }) => ({
      startDate: startsAt.toISOString(),
      endDate: endsAt?.toISOString() ?? null,
    })),
    repeats: describeRule(series.rule),
    hints: hintsOf(form, series, timeZone, now),
    errors: {},
  };
}
