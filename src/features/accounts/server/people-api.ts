import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerPage } from '#server/http/list-page.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import { type ApiRequest, type ServedEndpoint, serve } from '#server/http/serve.ts';
import * as contract from '../people-contract.ts';
import { requireUser } from './current-user.ts';
import { callOffGuardedChange, startGuardedChange } from './guarded-email-change.ts';
import { mailboxKey } from './mailbox-key.ts';
import { banPerson, endPersonSession, endPersonSessions, setPersonRights } from './manage-person.ts';
import { getPerson, listPeople } from './read-people.ts';
import { removeFactorsByStaff } from './remove-factors.ts';

const size = 50;

/** Rejects what waits from a person in the queue, as a part of the decision on several; answers how much. */
export type RejectWaiting = (
  person: { id: string; email: string; emailVerified: boolean },
  groupId: string,
  request: ApiRequest,
) => Promise<number>;

interface BanOfPlans {
  reason: string;
  /** Running plans end with their paid time. */
  endPlans: boolean;
}

/**
 * Ends what a person has begun and not paid for, and running plans where that is asked for; the request carries the transaction and the moment of
 * the ban. Answers what the history says of it.
 */
export type EndUnfinished = (userId: string, request: ApiRequest, ban: BanOfPlans) => Promise<Record<string, unknown>>;

export const peopleApi = (rejectWaiting: RejectWaiting, endUnfinished: EndUnfinished): ServedEndpoint[] => [
  serve(contract.listPeople, async ({ query }, { db, setHeader }) => {
    const rows = await listPeople(db, query, size + 1);
    const { search, kind } = query;
    return answerPage(rows, { path: contract.listPeople.path, query: { search, kind }, size, setHeader });
  }),
  serve(contract.getPerson, ({ params }, { db }) => getPerson(db, params.id)),
  serve(contract.banPerson, ({ params: { id }, body }, request) => {
    const actor = requireUser(request.user);
    const undoId = randomUUID();
    const now = request.now();
    return inTransaction(request.db, async (tx) => {
      const person = await getPerson(tx, id);
      // Claims are locked before their people, here as everywhere. When the ban is refused, all of it is.
      const ended = body.banned ? await endUnfinished(id, { ...request, db: tx, now: () => now }, body) : {};
      await banPerson(tx, { id, actor, now, ...body, groupId: undoId, more: ended });
      const isAsked = body.banned && body.rejectWaiting;
      const rejected = isAsked ? await rejectWaiting(person, undoId, { ...request, db: tx }) : 0;
      return { ...(await getPerson(tx, id)), undoId, rejected };
    });
  }),
  serve(contract.endPersonSessions, async ({ params }, { db, user }) => {
    await endPersonSessions(db, { id: params.id, actor: requireUser(user) });
    return getPerson(db, params.id);
  }),
  serve(contract.endPersonSession, async ({ params }, { db, user }) => {
    await endPersonSession(db, { ...params, actor: requireUser(user) });
    return getPerson(db, params.id);
  }),
  serve(contract.setPersonRole, async ({ params, body }, request) => {
    const { db, user } = request;
    const rights = body.role === 'owner' ? [] : body.rights;
    await setPersonRights(db, { id: params.id, actor: requireUser(user), rights, was: body.was }, request);
    return getPerson(db, params.id);
  }),
  serve(contract.removePersonFactors, async ({ params, body }, request) => {
    await removeFactorsByStaff(request.db, { id: params.id, actor: requireUser(request.user), ...body }, request);
    return getPerson(request.db, params.id);
  }),
  serve(contract.startEmailChange, async ({ params, body }, request) => {
    const actor = requireUser(request.user);
    await takeFromLimit(request.db, 'change-email', params.id, request.now());
    await takeFromLimit(request.db, 'change-email-mailbox', mailboxKey(body.email), request.now());
    await startGuardedChange(actor, { id: params.id, ...body }, request);
    return getPerson(request.db, params.id);
  }),
  serve(contract.callOffEmailChange, async ({ params }, request) => {
    await callOffGuardedChange(requireUser(request.user), params.id, request);
    return getPerson(request.db, params.id);
  }),
];
