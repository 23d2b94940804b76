import { and, eq, or, sql } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, reports } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { Problem } from '#shared/problem.ts';
import { type ReportReason, reportReasons } from '#shared/report-reasons.ts';

interface Report {
  /** The slug of an approved business, current or former. */
  slug: string;
  reason: ReportReason;
  text: string;
  /** Null when the visitor wants no answer. */
  email: string | null;
}

/** Stores a report for staff and mails it to them. @throws Problem 'not_found' */
export async function reportBusiness(
  db: Database,
  report: Report,
  { city, env }: { city: CityPack; env: Env },
): Promise<void> {
  const { reason, text, email } = report;
  await db.transaction(async (tx) => {
    const formerly = tx
      .select({ id: businessSlugs.businessId })
      .from(businessSlugs)
      .where(eq(businessSlugs.slug, report.slug));
    const [business] = await tx
      .select({ id: businesses.id, name: businesses.name, slug: businesses.slug })
      .from(businesses)
      .where(
        and(
          eq(businesses.status, 'approved'),
          or(eq(businesses.slug, report.slug), sql`${businesses.id} in ${formerly}`),
        ),
      );
    if (business === undefined) throw new Problem('not_found', 'Business not found');
    const [stored] = await tx
      .insert(reports)
      .values({ businessId: business.id, reason, text, email })
      .returning({ id: reports.id });
    const letter = layOutLetter(city, env, {
      subject: `Report: ${business.name}: ${reportReasons[reason]}`,
      parts: [
        'A visitor reports that something is wrong with a listing.',
        {
          facts: [
            ['Business', business.name],
            ['Reason', reportReasons[reason]],
            ['From', email ?? 'somebody who left no address'],
          ],
        },
        ...(text === '' ? [] : [{ quote: text }]),
        { label: 'Answer in the staff area', url: `${env.siteUrl}/staff/messages/${stored?.id ?? ''}` },
        { label: 'Open the listing', url: `${env.siteUrl}/business/${business.slug}` },
      ],
    });
    await mailStaff(
      tx,
      'reports',
      { ...letter, ...(email === null ? {} : { replyTo: { name: '', address: email } }) },
      { city },
    );
  });
}
