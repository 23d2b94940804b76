/** Pictures that were just removed: their files stay as long as the removal can be taken back. */
import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { mailAfterUndo, noteAct, undoGraceMs } from '#features/audit/server/note-act.ts';
import type { Database } from '#server/db/client.ts';
import { staffActs } from '#server/db/schema/index.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import { undoMs } from '#shared/times.ts';

const forgetPicture = defineJob('forget-picture', z.object({ src: z.string() }), { keepDays: 1 });

export const forgetPictureJob = bindJob(forgetPicture, ({ src }, { env }) => removePicture(src, filesOf(env).uploads));

/** The act's row names the picture, too, so the nightly sweep counts it as used. */
const kind = 'business.picture-removed';

const Removal = z.union([
  z.object({ businessId: z.string(), url: z.string(), alt: z.string(), position: z.int() }),
  /** `now`: the logo that took its place; null for none. */
  z.object({ businessId: z.string(), logoUrl: z.string(), now: z.nullable(z.string()) }),
]);
type Removal = z.infer<typeof Removal>;

interface Noting {
  actorId: string;
  before: Removal;
  /** The picture that goes. */
  src: string;
  at: Date;
}

/** Returns the id with which its person can take the removal back. */
export async function noteRemoval(tx: Database, { actorId, before, src, at }: Noting): Promise<string> {
  const undoId = uuidv7();
  const job = await enqueue(tx, forgetPicture, { src }, { startAfter: mailAfterUndo(at) });
  await noteAct(tx, { kind, actorId, subjectId: undoId, before, mails: [job], at });
  return undoId;
}

const tooLate = () => new Problem('conflict', 'The time to undo this is over.');

interface Taking {
  undoId: string;
  actorId: string;
  businessId: string;
  now: Date;
}

/**
 * Ends a removal that is taken back, and keeps its file. A logo that had come in its place is forgotten.
 * @throws Problem 'conflict' when it is too late
 */
export async function takeRemoval(tx: Database, { undoId, actorId, businessId, now }: Taking): Promise<Removal> {
  const [act] = await tx
    .delete(staffActs)
    .where(and(eq(staffActs.subjectId, undoId), eq(staffActs.kind, kind), eq(staffActs.actorId, actorId)))
    .returning();
  if (act === undefined || now.getTime() - act.at.getTime() > undoMs + undoGraceMs) throw tooLate();
  const before = Removal.parse(act.before);
  if (before.businessId !== businessId) throw tooLate();
  // A job that has begun is not 'created' any more: its file is gone.
  const { rowCount } = await tx.execute(
    sql`delete from pgboss.job where name = ${forgetPicture.name} and state = 'created' and id in ${act.mails}`,
  );
  if (rowCount !== act.mails.length) throw tooLate();
  if ('logoUrl' in before && before.now !== null) await enqueue(tx, forgetPicture, { src: before.now });
  return before;
}
