/** Evidence that a claimant adds while the claim is in review. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { Database } from '#server/db/client.ts';
import { claimDocuments, claims } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { storePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import { isOpen } from '../claim-states.ts';
import { maxDocuments } from '../contract.ts';
import { noteReply } from './ask-claimant.ts';
import { type ClaimRow, claimNotFound } from './claim-rows.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'now' | 'city' | 'env'>;

/** @throws Problem 'not_found' (also another person's), 'conflict' (decided already) */
function requireOpen(claim: ClaimRow | undefined): ClaimRow {
  if (claim === undefined) throw claimNotFound();
  if (!isOpen(claim.status)) {
    throw new Problem('conflict', 'This claim has been decided already.');
  }
  return claim;
}

const isOwn = (id: string, { user }: Request) => and(eq(claims.id, id), eq(claims.userId, requireUser(user).id));

async function lockOwn(tx: Database, id: string, request: Request): Promise<ClaimRow> {
  const [claim] = await tx.select().from(claims).where(isOwn(id, request)).for('update');
  return requireOpen(claim);
}

export async function saveEvidence(
  { id, note, phone }: { id: string; note: string; phone: string },
  request: Request,
): Promise<void> {
  await request.db.transaction(async (tx) => {
    await lockOwn(tx, id, request);
    await tx
      .update(claims)
      .set({ evidenceNote: note, evidencePhone: phone, updatedAt: request.now() })
      .where(eq(claims.id, id));
    await noteReply(tx, id, request);
  });
}

/**
 * @throws Problem 'not_found', 'conflict' (decided already, or there are 3 documents), and the refusals of
 * storePicture
 * @param answer runs in the transaction that stores the document
 */
export async function addDocument<T>(
  id: string,
  upload: AsyncIterable<Uint8Array>,
  request: Request,
  answer: (tx: Database) => Promise<T>,
): Promise<T> {
  const { db, now } = request;
  const [claim] = await db.select().from(claims).where(isOwn(id, request));
  requireOpen(claim);
  // Checked before the picture is encoded; the transaction checks again.
  await requireRoom(db, id);
  const picture = await encodeDocument(upload);
  return db.transaction(async (tx) => {
    await lockOwn(tx, id, request);
    await requireRoom(tx, id);
    await tx.insert(claimDocuments).values({ claimId: id, picture, createdAt: now() });
    await noteReply(tx, id, request);
    return answer(tx);
  });
}

async function requireRoom(db: Database, claimId: string): Promise<void> {
  if ((await db.$count(claimDocuments, eq(claimDocuments.claimId, claimId))) < maxDocuments) return;
  throw new Problem('conflict', `There is room for ${maxDocuments} documents. Please take one away first.`);
}

/** Checks and encodes a document like every uploaded picture, in a temporary folder. */
async function encodeDocument(upload: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'claim-document-'));
  try {
    await storePicture(upload, createFolderStore(folder));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
    const width = (name: string) => Number(/@(\d+)\./.exec(name)?.[1] ?? 0);
    const widest = files.toSorted((a, b) => width(b) - width(a))[0];
    if (widest === undefined) throw new Error('the document was not encoded');
    return await readFile(join(folder, widest));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removeDocument(
  { id, documentId }: { id: string; documentId: string },
  request: Request,
): Promise<void> {
  await request.db.transaction(async (tx) => {
    await lockOwn(tx, id, request);
    const gone = await tx
      .delete(claimDocuments)
      .where(and(eq(claimDocuments.id, documentId), eq(claimDocuments.claimId, id)))
      .returning({ id: claimDocuments.id });
    if (gone.length === 0) throw new Problem('not_found', 'This document is not there any more.');
  });
}
