import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import type { MoneyNote } from '../contract.ts';

const noteShownMs = 730 * dayMs;
const maxNotes = 50;

type Act = typeof moneyActs.$inferSelect;

/** The things that staff have done about a person's money or plan, newest first. A note that was taken back stands only as its correction. */
export async function readNotes(db: Database, userId: string, now: Date): Promise<MoneyNote[]> {
  const isShown = and(eq(moneyActs.userId, userId), gt(moneyActs.createdAt, new Date(now.getTime() - noteShownMs)));
  const rows = await db.select().from(moneyActs).where(isShown).orderBy(desc(moneyActs.createdAt)).limit(maxNotes);
  return rows.flatMap((row) => {
    if (goneKind(row) !== null && row.cents === 0) return [];
    const endsAt = row.endedAt ?? row.endsAt;
    return [
      {
        ...{ ...row, endsAt: endsAt?.toISOString() ?? null, isRunning: endsAt !== null && endsAt > now },
        ...(row.kind === 'cash' ? goneOf(row, rows) : {}),
        ...takenBackBy(row, rows),
        at: row.createdAt.toISOString(),
      },
    ];
  });
}

const goneKind = ({ kind }: Act) => (kind === 'cash-back' || kind === 'cash-missing' ? kind : null);

/** A booking about a plan is newer than the plan, so it is among the rows. */
function goneOf({ id }: Act, rows: readonly Act[]): Pick<MoneyNote, 'backCents' | 'missingCents'> {
  const sumOf = (wanted: Act['kind']) =>
    rows.reduce((sum, { planId, kind, cents }) => (planId === id && kind === wanted ? sum + (cents ?? 0) : sum), 0);
  return { backCents: sumOf('cash-back'), missingCents: sumOf('cash-missing') };
}

function takenBackBy({ kind, planId, was }: Act, rows: readonly Act[]): Pick<MoneyNote, 'takenBack'> {
  const note = kind === 'correction' ? rows.find(({ id }) => id === planId) : undefined;
  const gone = note && goneKind(note);
  return gone ? { takenBack: { kind: gone, cents: was?.cents ?? 0 } } : {};
}
