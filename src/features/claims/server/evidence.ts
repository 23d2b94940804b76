/** Evidence that a claimant adds while the claim is in review. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { readTalks } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { claimDocuments, claims } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { storePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import { isOpen } from '../claim-states.ts';
import { type ClaimTalk, maxDocuments, maxTalk } from '../contract.ts';
import { addPartOfReply, addReply, documentNote } from './ask-claimant.ts';
import { type ClaimRow, claimNotFound } from './claim-rows.ts';
import { pdfName, readPdf } from './read-pdf.ts';

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
    const claim = await lockOwn(tx, id, request);
    const saved = { evidencePhone: phone, updatedAt: request.now() };
    const talk = (await readTalks(tx, [id])).get(id) ?? [];
    const wasAsked = isAsked(claim, talk);
    if (wasAsked) await answer(tx, { claim, talk, note, phone }, request);
    await tx
      .update(claims)
      .set(wasAsked ? saved : { ...saved, evidenceNote: note })
      .where(eq(claims.id, id));
  });
}

/** Staff ask back, or write to the claimant as to anybody. */
const isAsked = ({ askedAt }: ClaimRow, talk: ClaimTalk) => askedAt !== null || talk.some(({ by }) => by === 'us');

interface Answered {
  claim: ClaimRow;
  talk: ClaimTalk;
  note: string;
  phone: string;
}

/** After a question each answer is a line of its own, so that staff read both in their order. */
async function answer(tx: Database, { claim, talk, note, phone }: Answered, request: Request): Promise<void> {
  const isNewPhone = phone !== claim.evidencePhone;
  if (note === '' && !isNewPhone) {
    throw new Problem('invalid', 'Please write an answer', { fields: { note: 'Please write an answer' } });
  }
  const withPhone = [note, phone && `Phone number at the business: ${phone}`].filter(Boolean).join('\n');
  const text = isNewPhone ? withPhone : note;
  const last = talk.at(-1);
  // Sent twice, it is one line. The second call has no new number any more.
  if (text === '' || (last?.by === 'them' && [note, withPhone].includes(last.text))) return;
  if (talk.length >= maxTalk) {
    throw new Problem('conflict', 'This talk has become very long. Please call us, or write us an email.');
  }
  await addReply(tx, claim.id, text, request);
}

interface Upload {
  upload: AsyncIterable<Uint8Array>;
  name: string | undefined;
  /** An answer stands in the form, unsent: the document is not all of it, and an open question stays open. */
  isTyping: boolean;
}

/**
 * @throws Problem 'not_found', 'conflict' (decided already, or there are 3 documents), and the refusals of
 * storePicture and readPdf
 * @param answer runs in the transaction that stores the document
 */
export async function addDocument<T>(
  id: string,
  { upload, name, isTyping }: Upload,
  request: Request,
  answer: (tx: Database) => Promise<T>,
): Promise<T> {
  const { db, now } = request;
  const [claim] = await db.select().from(claims).where(isOwn(id, request));
  requireOpen(claim);
  // Checked before the document is read; the transaction checks again.
  await requireRoom(db, id);
  const read = await readPdf(upload);
  const document =
    'pdf' in read ? { picture: read.pdf, pdfName: pdfName(name) } : { picture: await encodeDocument(read.other) };
  return db.transaction(async (tx) => {
    const claim = await lockOwn(tx, id, request);
    await requireRoom(tx, id);
    await tx.insert(claimDocuments).values({ claimId: id, ...document, createdAt: now() });
    const talk = (await readTalks(tx, [id])).get(id) ?? [];
    const isOpenQuestion = claim.askedAt !== null && claim.repliedAt === null;
    if (isTyping && isOpenQuestion) await addPartOfReply(tx, id, request);
    else if (isAsked(claim, talk)) await addReply(tx, id, documentNote, request);
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
    await storePicture(upload, createFolderStore(folder)).catch(namePdf);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
    const width = (name: string) => Number(/@(\d+)\./.exec(name)?.[1] ?? 0);
    const widest = files.toSorted((a, b) => width(b) - width(a))[0];
    if (widest === undefined) throw new Error('the document was not encoded');
    return await readFile(join(folder, widest));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function namePdf(error: unknown): never {
  if (error instanceof Problem && error.code === 'wrong_type' && error.message.startsWith('Please choose')) {
    throw new Problem('wrong_type', 'Please choose a PDF, or a JPEG, PNG, WebP or AVIF picture.');
  }
  throw error;
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
