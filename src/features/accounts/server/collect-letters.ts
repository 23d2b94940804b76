import { and, asc, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  businesses,
  contactMessages,
  conversationPosts,
  eventSuggestions,
  heldReplies,
  listingInvitations,
  listingManagers,
  recommendations,
  reports,
  securityLog,
  staffInvitations,
} from '#server/db/schema/index.ts';

const maxRows = 5000;

/**
 * Collects what a person has written to the people who run the site. Anybody may type an address, so only a
 * confirmed one counts: the caller passes null for another.
 */
export async function lettersOf(db: Database, email: string | null) {
  if (email === null) return { contactMessages: [], reports: [], eventSuggestions: [] };
  const written = await db
    .select({ ...getTableColumns(contactMessages), business: businesses.name })
    .from(contactMessages)
    .leftJoin(businesses, eq(businesses.id, contactMessages.businessId))
    .where(sql`lower(${contactMessages.email}) = lower(${email})`)
    .orderBy(desc(contactMessages.id))
    .limit(maxRows);
  const reported = await db
    .select({ report: reports, business: businesses.name })
    .from(reports)
    .innerJoin(businesses, eq(businesses.id, reports.businessId))
    // An owner has reported a message of this person, who did not write that report.
    .where(and(sql`lower(${reports.email}) = lower(${email})`, ne(reports.reason, 'message')))
    .orderBy(desc(reports.id))
    .limit(maxRows);
  const suggested = await db
    .select()
    .from(eventSuggestions)
    .where(sql`lower(${eventSuggestions.senderEmail}) = lower(${email})`)
    .orderBy(desc(eventSuggestions.id))
    .limit(maxRows);
  const talks = await talksOf(db, [...written.map(({ id }) => id), ...reported.map(({ report }) => report.id)]);
  return {
    contactMessages: written.map((row) => ({
      ...row,
      talk: talks(row.id),
      createdAt: row.createdAt.toISOString(),
    })),
    reports: reported.map(({ report, business }) => ({
      ...report,
      business,
      talk: talks(report.id),
      createdAt: report.createdAt.toISOString(),
    })),
    eventSuggestions: suggested.map((row) => ({
      ...row,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}

/** Answers and replies of these letters, oldest first; without the notes of staff, which are for colleagues. */
function postsOf(db: Database, letterIds: string[]) {
  return db
    .select()
    .from(conversationPosts)
    .where(and(inArray(conversationPosts.conversationId, letterIds), ne(conversationPosts.kind, 'note')))
    .orderBy(asc(conversationPosts.createdAt), asc(conversationPosts.id));
}

/** Keyed by letter. */
export async function talksOf(db: Database, letterIds: string[]) {
  const rows = await postsOf(db, letterIds);
  return (letterId: string) =>
    rows
      // Somebody else wrote from another address.
      .filter((row) => row.conversationId === letterId && row.fromAddress === null)
      .map(({ kind, text, createdAt }) => ({
        from: kind === 'answer' ? ('us' as const) : ('you' as const),
        ...{ text, createdAt: createdAt.toISOString() },
      }));
}

/** The same of messages to a business. @param own the posts of the person's side */
export async function talksWithThemOf(db: Database, messageIds: string[], own: 'answer' | 'reply') {
  const rows = await postsOf(db, messageIds);
  // Words of a blocked visitor: the people of the listing do not have them.
  const held =
    own === 'answer' ? [] : await db.select().from(heldReplies).where(inArray(heldReplies.messageId, messageIds));
  return (messageId: string) =>
    [
      ...rows
        .filter(
          ({ conversationId, kind, fromAddress }) =>
            conversationId === messageId && (own === 'answer' || kind === 'answer' || fromAddress === null),
        )
        .map(({ kind, text, createdAt }) => ({
          from: kind === own ? ('you' as const) : ('them' as const),
          text,
          createdAt,
        })),
      ...held
        .filter((row) => row.messageId === messageId && row.fromAddress === null)
        .map(({ text, createdAt }) => ({ from: 'you' as const, text, createdAt })),
    ]
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((said) => ({ ...said, createdAt: said.createdAt.toISOString() }));
}

/** Newest first. */
export async function securityOf(db: Database, userId: string) {
  const rows = await db
    .select()
    .from(securityLog)
    .where(eq(securityLog.account, userId))
    .orderBy(desc(securityLog.id))
    .limit(maxRows);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Newest first. */
export async function recommendationsOf(db: Database, where: SQL | undefined) {
  const rows = await db
    .select({ recommendation: recommendations, business: businesses.name })
    .from(recommendations)
    .innerJoin(businesses, eq(businesses.id, recommendations.businessId))
    .where(where)
    .orderBy(desc(recommendations.id))
    .limit(maxRows);
  return rows.map(({ recommendation, business }) => ({
    ...recommendation,
    business,
    createdAt: recommendation.createdAt.toISOString(),
  }));
}

/** The listings that a person manages for others, and the invitations from and to the person. */
export async function placesOf(db: Database, userId: string, email: string | null) {
  const manages = await db
    .select({ business: businesses.name, since: listingManagers.createdAt })
    .from(listingManagers)
    .innerJoin(businesses, eq(businesses.id, listingManagers.businessId))
    .where(eq(listingManagers.userId, userId))
    .orderBy(asc(listingManagers.createdAt));
  const isTo = email === null ? undefined : sql`lower(${listingInvitations.email}) = lower(${email})`;
  const invitations = await db
    .select({ invitation: listingInvitations, business: businesses.name })
    .from(listingInvitations)
    .innerJoin(businesses, eq(businesses.id, listingInvitations.businessId))
    .where(or(eq(listingInvitations.invitedBy, userId), isTo))
    .orderBy(desc(listingInvitations.id));
  const toStaff = email === null ? undefined : sql`lower(${staffInvitations.email}) = lower(${email})`;
  const colleagues = await db
    .select()
    .from(staffInvitations)
    .where(or(eq(staffInvitations.invitedBy, userId), toStaff))
    .orderBy(desc(staffInvitations.id));
  return {
    manages: manages.map(({ business, since }) => ({ business, since: since.toISOString() })),
    invitations: invitations.map(({ invitation: { kind, email: to, createdAt }, business }) => ({
      ...{ business, kind, email: to },
      createdAt: createdAt.toISOString(),
    })),
    staffInvitations: colleagues.map(({ email: to, rights, createdAt }) => ({
      ...{ email: to, rights },
      sentAt: createdAt.toISOString(),
    })),
  };
}
