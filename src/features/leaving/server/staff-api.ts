import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { collectData } from '#features/accounts/server/collect-data.ts';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import type { RejectWaiting } from '#features/accounts/server/people-api.ts';
import { erasedText } from '#features/audit/erased-text.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { deletePerson, getDataOfPerson, getLeavingOfPerson, keepPerson } from '../staff-contract.ts';
import { keepOwnAccount, leave } from './leave.ts';
import type { ByStaff } from './leaving-letters.ts';
import { readLeaving } from './read-leaving.ts';
import { mailDataMade, tellAdministrators } from './request-letters.ts';

/**
 * @param beforeDeletion the work of other features before an account is deleted
 * @param rejectWaiting takes what waits from a person out of the queue
 */
export const staffLeavingApi = (beforeDeletion: readonly BeforeDeletion[], rejectWaiting: RejectWaiting) => [
  serve(getDataOfPerson, async ({ params, body }, request) => {
    const person = await readPerson(params.id, request);
    const by = byStaff(person, body.reason, request);
    return request.db.transaction(async (tx) => {
      const data = await collectData(tx, person, request.now());
      const subject = { subjectType: 'user', subjectId: person.id };
      const { actorId, reason } = by;
      await writeAudit(tx, { actorId, action: 'user.data-exported', ...subject, data: { reason } });
      await mailDataMade(tx, person, by, request);
      await tellAdministrators(tx, person, by, 'made a file of all data of', request);
      return data;
    });
  }),
  serve(getLeavingOfPerson, async ({ params }, request) => {
    await readPerson(params.id, request);
    return readLeaving(request, params.id);
  }),
  serve(deletePerson, async ({ params, body }, request) => {
    const person = await readPerson(params.id, request);
    const { reason, plans, keepContactEmail = false, keepNewsletter = false, rejectWaiting: rejects } = body;
    const by = byStaff(person, reason, request);
    if (person.role === 'staff')
      throw new Problem('conflict', 'This is an account of staff. Please take the person out of the staff first.');
    const { id, email } = person;
    const sender = { id, email, emailVerified: person.emailVerifiedAt !== null };
    const emptyQueue: BeforeDeletion = async (tx) => {
      await rejectWaiting(sender, randomUUID(), { ...request, db: tx });
    };
    // In the deletion's own transaction, so that a refused one leaves the queue as it is.
    const atOnce = rejects ? emptyQueue : undefined;
    const wish = { plans, keepContactEmail, leaveNewsletter: !keepNewsletter, by, atOnce };
    const deletesAt = await leave({ id, role: person.role }, wish, request, beforeDeletion);
    if (deletesAt === null) return { message: `The account of ${person.username} is deleted.`, deletesAt: null };
    const date = formatDate(deletesAt, request.city.facts.timeZone);
    return {
      message: `The account of ${person.username} will be deleted on ${date}.`,
      deletesAt: deletesAt.toISOString(),
    };
  }),
  serve(keepPerson, async ({ params }, request) => {
    const { id, role, username } = await readPerson(params.id, request);
    const goesOn = await keepOwnAccount({ id, role }, request, requireUser(request.user).id);
    return { message: `The account of ${username} stays${goesOn.length > 0 ? ', and its plans go on' : ''}.` };
  }),
];

type Person = typeof users.$inferSelect;

async function readPerson(id: string, { db }: ApiRequest): Promise<Person> {
  const [person] = await db.select().from(users).where(eq(users.id, id));
  if (person === undefined) throw new Problem('not_found', 'This account is not there any more.');
  return person;
}

/** @throws Problem 'conflict' for oneself: nobody vouches for themselves */
function byStaff({ id, email }: Person, reason: string, { user }: ApiRequest): ByStaff {
  const { id: actorId, username } = requireUser(user);
  if (id === actorId) throw new Problem('conflict', 'For yourself, use Your account.');
  // The reason stays in the history when the account is gone.
  return { actorId, username, reason: reason.replaceAll(new RegExp(RegExp.escape(email), 'gi'), erasedText) };
}
