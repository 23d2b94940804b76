import { eq, inArray } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { csvRows, csvTime } from '#server/csv-rows.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, events } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import { htmlToText } from '#shared/html-to-text.ts';
import type { EventFilter, StaffEventRow } from '../staff-contract.ts';
import { listStaffEvents } from './list-staff-events.ts';

type Asked = EventFilter & { limit: number; now: Date };
type Row = Awaited<ReturnType<typeof readRows>>[number];

const marks = { item: '- ', heading: '', rule: '---', picture: () => '' };

/**
 * The events that fit, in the order of the list, as a CSV file without formulas. A series is one row, with its next time.
 * Written to the audit log.
 */
export async function exportEvents(
  { db, city, env, now }: Pick<Services, 'db' | 'city' | 'env' | 'now'>,
  filter: EventFilter,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  await writeAudit(db, {
    actorId,
    action: 'event.exported',
    subjectType: 'event',
    subjectId: 'events',
    data: { ...filter },
  });
  const { timeZone } = city.facts;
  // One moment for all batches: an event that ends meanwhile neither comes twice nor is passed over.
  const at = now();
  const columns: Record<string, (row: Row) => string | null> = {
    title: ({ shown }) => shown.title,
    starts: ({ shown }) => clockOf(shown, timeZone).starts,
    ends: ({ shown }) => clockOf(shown, timeZone).ends,
    'all day': ({ shown }) => (shown.allDay ? 'yes' : 'no'),
    repeats: ({ shown }) => shown.repeats,
    status: ({ shown }) => shown.status,
    'status note': ({ event }) => event.statusNote,
    category: ({ shown }) => shown.category,
    location: ({ shown }) => shown.location,
    business: ({ business }) => business,
    organizer: ({ event }) => event.organizer,
    contact: ({ event }) => event.contact,
    free: ({ event }) => (event.isFree ? 'yes' : 'no'),
    price: ({ event }) => event.price,
    website: ({ event }) => event.url,
    page: ({ shown }) => `${env.siteUrl}/events/${shown.slug}`,
    description: ({ event }) => htmlToText(event.description, marks),
    source: ({ shown }) => shown.source,
    created: ({ event }) => csvTime(event.createdAt, timeZone),
    updated: ({ event }) => csvTime(event.updatedAt, timeZone),
  };
  return csvRows({ columns, read: (after, limit) => readRows(db, { ...filter, limit, now: at }, after?.shown) });
}

/** Whole days without a time; their end is the last day. */
function clockOf({ allDay, startDate, endDate }: StaffEventRow, timeZone: string) {
  if (!allDay) return { starts: csvTime(startDate, timeZone), ends: csvTime(endDate, timeZone) };
  return {
    starts: dayOf(startDate, timeZone),
    ends: endDate === null ? null : dayOf(new Date(Date.parse(endDate) - 1), timeZone),
  };
}

async function readRows(db: Database, asked: Asked, after: StaffEventRow | undefined) {
  const cursor = after && { at: new Date(after.startDate), id: after.id };
  const { rows: shown } = await listStaffEvents(db, { ...asked, cursor });
  const found = await db
    .select({ event: events, business: businesses.name })
    .from(events)
    .leftJoin(businesses, eq(businesses.id, events.businessId))
    .where(
      inArray(
        events.id,
        shown.map(({ id }) => id),
      ),
    );
  const byId = new Map(found.map((row) => [row.event.id, row]));
  return shown.flatMap((row) => {
    const more = byId.get(row.id);
    return more ? [{ shown: row, ...more }] : [];
  });
}
