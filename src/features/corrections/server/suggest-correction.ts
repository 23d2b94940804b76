import { and, eq, or, sql } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import { businesses, businessSlugs, corrections } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { Problem } from '#shared/problem.ts';
import { type CorrectionField, correctionLabel } from '../correction-fields.ts';

interface Suggestion {
  /** The slug of an approved business, current or former. */
  slug: string;
  field: CorrectionField;
  right: string;
  source: string;
  /** Null when the visitor wants no answer. */
  email: string | null;
}

/** Stores a suggested change for staff and mails it to them. @throws Problem 'not_found', 'too_many' for one listing */
export async function suggestCorrection(
  { db, city, env, now }: Services,
  { slug, ...suggestion }: Suggestion,
): Promise<void> {
  const { field, right, source, email } = suggestion;
  const formerly = db.select({ id: businessSlugs.businessId }).from(businessSlugs).where(eq(businessSlugs.slug, slug));
  const [business] = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.status, 'approved'), or(eq(businesses.slug, slug), sql`${businesses.id} in ${formerly}`)));
  if (business === undefined) throw new Problem('not_found', 'Business not found');
  await takeFromLimit(db, 'corrections-listing', business.id, now());
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(corrections)
      .values({ businessId: business.id, ...suggestion, createdAt: now() })
      .returning({ id: corrections.id });
    if (stored === undefined) throw new Error('the correction was not stored');
    const letter = layOutLetter(city, env, {
      subject: `Suggested change: ${oneLine(business.name)}: ${correctionLabel(field)}`,
      parts: [
        'A visitor says that something in a listing is not right.',
        {
          facts: [
            ['Business', business.name],
            ['What is wrong', correctionLabel(field)],
            ['From', email ?? 'somebody who left no address'],
          ],
        },
        'What is right:',
        { quote: right },
        'Where they know it from:',
        { quote: source },
        { label: 'Look at it', url: env.siteUrl + queueLinePath(stored.id) },
      ],
    });
    await mailStaff(
      tx,
      'corrections',
      { ...letter, ...(email === null ? {} : { replyTo: { name: '', address: email } }) },
      { city },
    );
  });
}
