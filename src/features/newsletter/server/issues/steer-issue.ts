/** Schedules, pauses and resumes an issue. */
import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { instantAtFloating } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { Blocks } from '../../blocks.ts';
import { sendNewsletter } from '../sending/newsletter-jobs.ts';
import { type IssueRow, lockIssue, requireDraft, requireVersion } from './lock-issue.ts';

interface Steer {
  id: string;
  actorId: string;
}

interface Change {
  /** Throws a refusal, or returns the changed columns. */
  change: (issue: IssueRow) => Partial<typeof newsletterIssues.$inferInsert>;
  action: string;
  data?: Record<string, unknown>;
  after?: (tx: Database) => Promise<unknown>;
}

async function steer({ db }: Services, { id, actorId }: Steer, { change, action, data, after }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    await tx.update(newsletterIssues).set(change(issue)).where(eq(newsletterIssues.id, id));
    await writeAudit(tx, {
      actorId,
      action,
      subjectType: 'newsletter-issue',
      subjectId: id,
      data: { subject: issue.subject, ...data },
    });
    await after?.(tx);
  });
}

const farthestMs = 366 * dayMs;

/**
 * @param at '2026-07-04T09:00' in the city's local time
 * @throws Problem 'invalid' for a time in the past; 'not_found', 'conflict'
 */
export async function scheduleIssue(
  services: Services,
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
    change: (issue) => {
      if (issue.status !== 'scheduled') requireDraft(issue);
      requireVersion(issue, version);
      if (Blocks.parse(issue.blocks).length === 0) {
        throw new Problem('conflict', 'This issue is empty. Please add something to read first.');
      }
      return { status: 'scheduled', scheduledAt };
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
