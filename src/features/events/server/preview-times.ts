import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { events } from '#server/db/schema/index.ts';
import { dayOf, formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { isSame } from '#shared/is-same.ts';
import type { ClockFields } from '../event-clock.ts';
import type { previewTimes as endpoint } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';
import type { Times } from './expand-rule.ts';
import { type ChangeRow, type OddDates, readChanges } from './odd-dates.ts';
import { hintsOf, isPast, nextTimes, type PlannedSeries, planTimes } from './plan-event.ts';
import { planEdit } from './update-event.ts';

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
  const planned = await plan(db, { form, eventId, timeZone, now });
  if (planned.errors) return { times: [], repeats: null, hints: [], errors: planned.errors };
  const { series, odd, heldFrom } = planned;
  const times = nextTimes(series, timeZone, now, shown);
  const today = dayOf(now, timeZone);
  return {
    times: times.map((time) => shownTime(time, odd?.changes.get(time.day ?? ''))),
    repeats: describeRule(series.rule),
    hints: [
      ...hintsOf(form, series, timeZone, now),
      ...(heldFrom === null ? [] : [`What has been stays as it was. The change holds from ${longDay(heldFrom)} on.`]),
      ...(odd ? oddHints(odd, today) : []),
    ],
    errors: {},
    isPast: isPast(series, timeZone, now),
    drops: odd ? dropsOf(odd, today) : [],
  };
}

interface Plan {
  series: Parameters<typeof nextTimes>[0] & PlannedSeries;
  errors: null;
  odd: OddDates | null;
  /** Set where what has passed stays as it was. */
  heldFrom: string | null;
}

async function plan(
  db: Database,
  { form, eventId, timeZone, now }: Preview,
): Promise<Plan | { series: null; errors: Record<string, string> }> {
  const [row] = eventId === null ? [] : await db.select().from(events).where(eq(events.id, eventId));
  if (row === undefined) {
    const planned = planTimes(form, timeZone);
    return planned.errors ? planned : { ...planned, odd: null, heldFrom: null };
  }
  const edit = planEdit(row, form, await readChanges(db, row.id), { timeZone, now });
  if (edit.series === null) return edit;
  const { series, formerTimes, from, odd } = edit;
  const heldFrom = isSame(formerTimes, row.formerTimes) ? null : from;
  return { series: { ...series, formerTimes }, errors: null, odd, heldFrom };
}

const longDay = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC');

/** Dates of which visitors have been told, and that the new series does not have. A skipped one never was told. */
const dropsOf = ({ lost, gone }: OddDates, today: string) =>
  [...lost, ...gone]
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .flatMap(({ day, kind }) => (kind === 'skipped' || day < today ? [] : [{ day, kind }]));

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
    const names = coming.map(({ day, kind }) => `${longDay(day)} (${kind})`);
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
