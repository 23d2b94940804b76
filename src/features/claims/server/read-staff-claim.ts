/** One claim as staff see it. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { phoneKey } from '#features/businesses/match-keys.ts';
import { askerOf, isRepliedFromElsewhere, readTalks } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claimDocuments, claims, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { openStatuses } from '../claim-states.ts';
import { isMailboxOfSite, isOpenMailDomain, mailDomain } from '../mail-domain.ts';
import type { StaffClaim } from '../staff-contract.ts';
import { claimNotFound } from './claim-rows.ts';
import { findDoubts } from './find-doubts.ts';
import { readDocuments } from './read-claims.ts';

/** Reads a claim in any state with everything on which staff decide. @throws Problem 'not_found' */
export async function readStaffClaim(db: Database, id: string): Promise<StaffClaim> {
  const owner = alias(users, 'owner');
  const earlier = (statuses: string) =>
    sql<number>`(select count(*)::int from claims c where c.user_id = ${claims.userId} and c.id <> ${claims.id} and c.status = any(${`{${statuses}}`}))`;
  const { slug, name, address, phone, email, website, websiteBy } = businesses;
  const [row] = await db
    .select({
      claim: claims,
      business: { id: businesses.id, slug, name, address, phone, email, website, websiteBy, owner: owner.username },
      claimant: {
        id: users.id,
        username: users.username,
        email: users.email,
        emailVerifiedAt: users.emailVerifiedAt,
        bannedAt: users.bannedAt,
        createdAt: users.createdAt,
        approved: earlier('approved,ending,handed_over,ended'),
        refused: earlier('rejected'),
      },
    })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .innerJoin(users, eq(users.id, claims.userId))
    .leftJoin(owner, eq(owner.id, businesses.ownerId))
    .where(eq(claims.id, id));
  if (row === undefined) throw claimNotFound();
  const { claim, business } = row;
  const isWaiting = claim.status === 'in_review';
  const { emailVerifiedAt, bannedAt, createdAt, ...claimant } = row.claimant;
  const others = await db
    .select({
      id: claims.id,
      username: users.username,
      plan: claims.plan,
      status: claims.status,
      createdAt: claims.createdAt,
    })
    .from(claims)
    .innerJoin(users, eq(users.id, claims.userId))
    .where(and(eq(claims.businessId, business.id), ne(claims.id, id), inArray(claims.status, [...openStatuses])))
    .orderBy(asc(claims.id));
  const key = phoneKey(claim.evidencePhone);
  return {
    id,
    status: claim.status,
    plan: claim.plan,
    amountCents: claim.amountCents,
    createdAt: claim.createdAt.toISOString(),
    dueAt: claim.dueAt?.toISOString() ?? null,
    decidedAt: claim.decidedAt?.toISOString() ?? null,
    reason: claim.reason || null,
    question: claim.askedAt && {
      text: claim.question,
      askedAt: claim.askedAt.toISOString(),
      askedBy: await askerOf(db, id),
      repliedAt: claim.repliedAt?.toISOString() ?? null,
      isFromElsewhere: claim.repliedAt !== null && (await isRepliedFromElsewhere(db, id, claim.askedAt)),
    },
    talk: (await readTalks(db, [id])).get(id) ?? [],
    business,
    claimant: {
      ...claimant,
      emailVerified: emailVerifiedAt !== null,
      banned: bannedAt !== null,
      since: createdAt.toISOString(),
    },
    evidence: {
      isMailboxOfSite: isMailboxOfSite(claimant.email, business.website),
      doubts: isWaiting ? await findDoubts(db, { claimId: id, claimant, business }) : [],
      isFreeMail: isOpenMailDomain(mailDomain(claimant.email) ?? ''),
      isListedMailbox: claimant.email.toLowerCase() === business.email?.toLowerCase(),
      isListedPhone: key !== '' && key === phoneKey(business.phone ?? ''),
      note: claim.evidenceNote,
      phone: claim.evidencePhone,
      documents: (await readDocuments(db, [id])).get(id) ?? [],
    },
    others: others.map((other) => ({ ...other, createdAt: other.createdAt.toISOString() })),
  };
}

/** @throws Problem 'not_found' */
export async function readClaimDocument(
  db: Database,
  { id, documentId }: { id: string; documentId: string },
): Promise<{ src: string }> {
  const [row] = await db
    .select({ picture: claimDocuments.picture })
    .from(claimDocuments)
    .where(and(eq(claimDocuments.id, documentId), eq(claimDocuments.claimId, id), isNull(claimDocuments.pdfName)));
  if (row === undefined) throw new Problem('not_found', 'This document is not there any more.');
  return { src: `data:image/webp;base64,${row.picture.toString('base64')}` };
}

/** Null where there is no such PDF. */
export async function readClaimPdf(
  db: Database,
  { id, documentId }: { id: string; documentId: string },
): Promise<{ name: string; pdf: Buffer } | null> {
  const [row] = await db
    .select({ name: claimDocuments.pdfName, pdf: claimDocuments.picture })
    .from(claimDocuments)
    .where(and(eq(claimDocuments.id, documentId), eq(claimDocuments.claimId, id)));
  return row === undefined || row.name === null ? null : { name: row.name, pdf: row.pdf };
}
