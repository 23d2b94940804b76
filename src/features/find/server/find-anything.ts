import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { hasRight } from '#shared/has-right.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { type Found, type FoundKindName, foundKinds, foundPerKind } from '../contract.ts';
import { type Asked, selects, talks } from './found-selects.ts';

/** '290', '$290' and '$1,290.50' in cents; null for anything else. */
function centsOf(text: string): number | null {
  const [, dollars, cents] = /^\$?\s*(\d{1,6})(?:\.(\d{2}))?$/.exec(text.replaceAll(',', '')) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents ?? 0);
}

/** 'Receipt 2026-0007', '2026-0007' and '2026-7' as the number of a receipt; null for anything else. */
function receiptOf(text: string): string | null {
  const [, year, count] = /^(?:(?:receipt|bill|number|no\.?|#)\s*)*(\d{4})-(\d{1,6})$/i.exec(text) ?? [];
  return count === undefined ? null : `${year}-${String(Number(count)).padStart(4, '0')}`;
}

/** Looks for the text in all that somebody with these rights may see, by kind, in one query. */
export async function findAnything(db: Database, text: string, rights: readonly StaffRight[]): Promise<Found[]> {
  const digits = text.replace(/\D/g, '');
  const asked: Asked = {
    pattern: containing(text),
    digits: digits.length < 4 ? null : digits.replace(/^1(?=\d{10}$)/, ''),
    cents: centsOf(text),
    reference: containing(text.replace(/^((check|cheque|receipt|number|no\.?|#)\s*)+(?=\d)/i, '')),
    receipt: receiptOf(text),
    isEditor: hasRight(rights, ['editor']),
    isModerator: hasRight(rights, ['moderator']),
    orderNumber: /^(?:(?:order|number|no\.?|#)\s*)*([\da-f]{8})$/i.exec(text)?.[1]?.toLowerCase() ?? null,
    number: /^[\da-f]{8}-?[\da-f-]{0,27}$/i.test(text) ? `${text.toLowerCase()}%` : null,
  };
  const kinds = (Object.keys(foundKinds) as FoundKindName[]).filter((kind) =>
    hasRight(rights, foundKinds[kind].rights),
  );
  const parts = kinds.map(
    (kind, at) => sql`(select ${at}::int as place, ${kind}::text as kind, f.* from (${selects[kind](asked)}
      limit ${foundPerKind}) f)`,
  );
  if (parts.length === 0) return [];
  const { rows } = await db.execute<Found & { place: number }>(
    sql`with talk as materialized ${talks(asked)}
      select * from (${sql.join(parts, sql` union all `)}) found order by place`,
  );
  return rows.map(({ place, ...found }) =>
    found.path.endsWith('search=') ? { ...found, path: found.path + encodeURIComponent(found.title) } : found,
  );
}
