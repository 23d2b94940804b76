/** Schedules, sends, calls back, pauses and resumes an issue. */
import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { instantAtFloating } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { Blocks } from '../../blocks.ts';
import { newsletterClock, sendNewsletter } from '../sending/newsletter-jobs.ts';
import { type Asked, type IssueRow, lockIssue, requireDraft, requireVersion } from './lock-issue.ts';
import { countAudience } from './start-issue.ts';

interface Steer {
  id: string;
  actorId: string;
}

type Changed = Partial<typeof newsletterIssues.$inferInsert>;

interface Change {
  /** Throws a refusal, or returns the changed columns. */
  change: (issue: IssueRow, tx: Database) => Changed | Promise<Changed>;
  action: string;
  data?: Record<string, unknown>;
  after?: (tx: Database, issue: IssueRow) => Promise<unknown>;
}

async function steer({ db }: Services, { id, actorId }: Steer, { change, action, data, after }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    await tx
      .update(newsletterIssues)
      .set(await change(issue, tx))
      .where(eq(newsletterIssues.id, id));
    await writeAudit(tx, {
      actorId,
      action,
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: issue.subject, ...data },
    });
    await after?.(tx, issue);
  });
}

/** @throws Problem 'conflict' */
function requireContent({ blocks }: IssueRow): void {
  if (Blocks.parse(blocks).length > 0) return;
  throw new Problem('conflict', 'This issue is empty. Please add something to read first.');
}

const farthestMs = 366 * dayMs;

/**
 * @param at '2026-07-04T09:00' in the city's local time
 * @throws Problem 'invalid' for a time in the past; 'not_found', 'conflict'
 */
export async function scheduleIssue(
  services: Services & Asked,
  { at, version, ...who }: Steer & { at: string; version: number },
): Promise<void> {
  const { city, now } = services;
  const floating = Date.parse(`${at}:00Z`);
  const scheduledAt = Number.isNaN(floating) ? null : instantAtFloating(floating, city.facts.timeZone);
  const refuse = (message: string) => new Problem('invalid', message, { fields: { at: message } });
  if (scheduledAt === null) throw refuse('Please choose a day and a time');
  if (scheduledAt <= now()) throw refuse('This time is past. Choose a later one, or send it now.');
  if (scheduledAt.getTime() > now().getTime() + farthestMs) throw refuse('Please choose a time within a year');
  await steer(services, who, {
    action: 'newsletter.scheduled',
    data: { at: scheduledAt.toISOString() },
    change: async (issue, tx) => {
      if (issue.status !== 'scheduled') requireDraft(issue);
      await requireVersion(tx, issue, version, services);
      requireContent(issue);
      return { status: 'scheduled', scheduledAt };
    },
  });
}

/** An issue can be called back for so long after 'Send now'. */
const callBackMs = minuteMs;

/** Tells whether an issue waits for the end of that time. */
export const goesOutSoon = (issue: Pick<IssueRow, 'status' | 'scheduledAt'>, now: Date) =>
  issue.status === 'scheduled' && (issue.scheduledAt?.getTime() ?? Infinity) <= now.getTime() + callBackMs;

/**
 * Sends an issue in a minute: nothing is frozen, mailed or shown before, so that calling it back is taking it off the schedule.
 * @throws Problem 'not_found'; 'conflict' when it is on its way, has changed since, is empty or has no readers
 */
export async function sendIssue(
  services: Services & Asked,
  { version, ...who }: Steer & { version: number },
): Promise<void> {
  const now = services.now();
  const scheduledAt = new Date(now.getTime() + callBackMs);
  await steer(services, who, {
    action: 'newsletter.sent-now',
    change: async (issue, tx) => {
      if (goesOutSoon(issue, now) || (issue.status !== 'draft' && issue.status !== 'scheduled')) {
        throw new Problem('conflict', 'This issue is on its way already.');
      }
      await requireVersion(tx, issue, version, services);
      requireContent(issue);
      return { status: 'scheduled', scheduledAt };
    },
    after: async (tx, { topics }) => {
      if ((await countAudience(tx, topics)) === 0) {
        throw new Problem('conflict', 'Nobody is subscribed to these topics yet.');
      }
      await enqueue(tx, newsletterClock, {}, { singletonKey: who.id, startAfter: scheduledAt });
    },
  });
}

/** @throws Problem 'not_found', 'conflict' */
export async function unscheduleIssue(services: Services, who: Steer): Promise<void> {
  await steer(services, who, {
    action: 'newsletter.unscheduled',
    change: ({ status }) => {
      if (status !== 'scheduled') throw new Problem('conflict', 'This issue is not scheduled any more.');
      return { status: 'draft', scheduledAt: null };
    },
  });
}

/** @throws Problem 'not_found', 'conflict' */
export async function pauseIssue(services: Services, who: Steer): Promise<void> {
  await steer(services, who, {
    action: 'newsletter.paused',
    change: ({ status }) => {
      if (status !== 'sending') throw new Problem('conflict', 'This issue is not being sent right now.');
      return { status: 'paused', trouble: null };
    },
  });
}

/** @throws Problem 'not_found', 'conflict' */
export async function resumeIssue(services: Services, who: Steer): Promise<void> {
  await steer(services, who, {
    action: 'newsletter.resumed',
    change: ({ status }) => {
      if (status !== 'paused') throw new Problem('conflict', 'This issue is not paused any more.');
      return { status: 'sending', trouble: null, resumedAt: services.now() };
    },
    after: (tx) => enqueue(tx, sendNewsletter, { issueId: who.id }, { singletonKey: who.id }),
  });
}
