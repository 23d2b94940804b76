/** Makes the site's backups by the clock, and tells the administrators when one failed. */
import * as z from 'zod/mini';
import { administratorMailboxes } from '#features/accounts/server/administrators.ts';
import { followBucket } from '#server/backup/follow-bucket.ts';
import { noteBackup, noteBackupFailure, readBackupFailure, readLastBackup } from '#server/backup/last-backup.ts';
import { isBackupDue, lastMoment, makeScheduledBackup } from '#server/backup/scheduled-backup.ts';
import type { Services } from '#server/http/serve.ts';
import { bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { describeError } from '#server/log.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { bucketStoreOf, filesOf } from '#server/storage/site-files.ts';
import { hourSeconds } from '#shared/times.ts';

/** Asked every minute. A large site takes hours to save and to restore. */
export const backupClock = defineJob('scheduled-backup', z.object({}), {
  isSingleton: true,
  keepDays: 1,
  retries: 0,
  timeoutSeconds: 6 * hourSeconds,
});

export const scheduledBackupJob = bindJob(backupClock, (_, run) => makeDueBackup(run));

/** Does nothing when none is due. A failure is noted, logged and mailed: the next try comes after an hour. */
export async function makeDueBackup({ db, city, env, log, now }: Services): Promise<void> {
  const { backups: plan, databaseUrl, dataDir } = env;
  if (plan === undefined || databaseUrl === undefined) return;
  const { timeZone } = city.facts;
  const at = now();
  const readNotes = () => Promise.all([readLastBackup(dataDir), readBackupFailure(dataDir)]);
  let [last, failure] = await readNotes();
  if (!isBackupDue(plan, { now: at, timeZone, last, failure })) return;
  const bucket = plan.inBucket ? bucketStoreOf('backups', env) : undefined;
  if (bucket) {
    // Another machine may have made it.
    await followBucket(bucket, { dataDir, pack: env.cityPack }).catch(() => undefined);
    [last, failure] = await readNotes();
    if (!isBackupDue(plan, { now: at, timeZone, last, failure })) return;
  }
  try {
    const site = { url: databaseUrl, dataDir, uploads: filesOf(env).uploads, bucket, pack: env.cityPack, timeZone };
    const made = await makeScheduledBackup(plan, site, at);
    await noteBackup(dataDir, made);
    log.info({ part: 'backup', file: made.file, proof: made.proof }, 'the backup is made and checked');
  } catch (error) {
    const reason = describeError(error);
    log.error({ part: 'backup', err: error }, 'the backup failed');
    // The mail of the first failure is enough until the next night.
    const isTold = failure !== null && failure.at >= lastMoment(plan.at, at, timeZone);
    await noteBackupFailure(dataDir, { at, reason });
    if (!isTold) await tellAdministrators({ db, city, env }, reason, last?.at ?? null);
  }
}

async function tellAdministrators(
  { db, city, env }: Pick<Services, 'db' | 'city' | 'env'>,
  reason: string,
  lastAt: Date | null,
): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject: `${city.facts.name}: the backup failed`,
    parts: [
      'Hello,',
      'The site could not make its backup. It tries again every hour, and says nothing more about it until tomorrow.',
      {
        facts: [
          ['Reason', reason],
          ['Last good backup', lastAt === null ? 'none' : `${lastAt.toISOString()} (UTC)`],
        ],
      },
      'A full disk, a folder that is not mounted, or a folder that the site may not write to are the usual causes.',
      { label: 'Open the check-up', url: `${env.siteUrl}/staff/settings` },
    ],
  });
  await db.transaction(async (tx) => {
    for (const to of await administratorMailboxes(tx)) await enqueue(tx, sendMail, { to, ...letter });
  });
}
