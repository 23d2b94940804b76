import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { events } from '#server/db/schema/index.ts';
import { dayOf, formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { ClockFields } from '../event-clock.ts';
import type { previewTimes as endpoint } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';
import type { Times } from './expand-rule.ts';
import { type ChangeRow, type OddDates, planOddDates, readChanges } from './odd-dates.ts';
import { hintsOf, nextTimes, type PlannedSeries, planTimes } from './plan-event.ts';

const shown = 5;
/** Named in a hint; a series may have many more. */
const maxNamed = 6;

interface Preview {
  form: ClockFields & { rule: string | null; skippedDays: readonly string[] };
  /** The event that is being edited; null for a new one. */
  eventId: string | null;
  timeZone: string;
  now: Date;
}

/** Previews the times of a form that is being filled in, with the single dates that differ. */
export async function previewTimes(
  db: Database,
  { form, eventId, timeZone, now }: Preview,
): Promise<Answer<typeof endpoint>> {
  const { series, errors } = planTimes(form, timeZone);
  if (errors) return { times: [], repeats: null, hints: [], errors };
  const odd = eventId === null ? null : await readOddDates(db, eventId, series, timeZone);
  const skippedDays = odd?.skippedDays ?? series.skippedDays;
  const times = nextTimes({ ...series, skippedDays }, timeZone, now, shown);
  return {
    times: times.map((time) => shownTime(time, odd?.changes.get(time.day ?? ''))),
    repeats: describeRule(series.rule),
    hints: [...hintsOf(form, series, timeZone, now), ...(odd ? oddHints(odd, dayOf(now, timeZone)) : [])],
    errors: {},
  };
}

async function readOddDates(
  db: Database,
  eventId: string,
  series: PlannedSeries,
  timeZone: string,
): Promise<OddDates | null> {
  const [row] = await db.select().from(events).where(eq(events.id, eventId));
  return row?.rule ? planOddDates(row, series, await readChanges(db, eventId), timeZone) : null;
}

function shownTime({ startsAt, endsAt }: Times, change: ChangeRow | undefined) {
  const end = change?.startsAt ? change.endsAt : endsAt;
  return {
    startDate: (change?.startsAt ?? startsAt).toISOString(),
    endDate: end?.toISOString() ?? null,
    isCancelled: change?.isCancelled ?? false,
    isChanged: change !== undefined && !change.isCancelled,
  };
}

/** Says which dates move along and which drop out, before it is saved. Past dates are no news. */
function oddHints({ movedBy, moved, lost, gone }: OddDates, today: string): string[] {
  const named = (dates: OddDates['moved']) => {
    const coming = dates.filter(({ day }) => day >= today);
    const names = coming.map(({ day, kind }) => `${formatDate(`${day}T12:00:00Z`, 'UTC')} (${kind})`);
    const more = names.length - maxNamed;
    const listed = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names;
    return { count: names.length, words: new Intl.ListFormat('en-US').format(listed) };
  };
  const [along, out, dropped] = [named(moved), named(lost), named(gone)];
  const by = Math.abs(movedBy) === 1 ? 'a day' : `${Math.abs(movedBy)} days`;
  const hints: string[] = [];
  if (along.count > 0) {
    const each = along.count === 1 ? 'moves along with the series,' : 'move along with the series, each';
    hints.push(`${along.words} ${each} ${by} ${movedBy > 0 ? 'later' : 'earlier'}.`);
  }
  if (out.count > 0) {
    const [drop, there] = out.count === 1 ? ['drops', 'it is'] : ['drop', 'they are'];
    hints.push(`${out.words} ${drop} out of the series. Set the days back, and ${there} there again.`);
  }
  if (dropped.count > 0) {
    const have =
      dropped.count === 1 ? 'has no place in the new series, and is' : 'have no place in the new series, and are';
    hints.push(`${dropped.words} ${have} dropped for good.`);
  }
  return hints;
}
