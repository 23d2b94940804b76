/**
 * A person asks in writing for their data, or for the end of their account, and cannot do it under Your account. An administrator, who
 * vouches for them, does the same for them.
 */
import * as z from 'zod/mini';
import { downloadData } from '#features/accounts/download-contract.ts';
import { vouching } from '#features/accounts/people-contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { deleteAccount, Leaving, leavingWishes } from './contract.ts';

const params = z.object({ id: z.guid() });
const ofAdministrators = { who: 'staff', rights: ['administrator'] } as const;

export const getDataOfPerson = endpoint({
  method: 'POST',
  path: '/api/staff/people/{id}/data',
  ...ofAdministrators,
  freshProof: true,
  summary:
    'All that is stored about somebody who asks for it in writing: the same file that the person gets; the person and all administrators are told. Not for oneself',
  params,
  body: z.object({ reason: vouching }),
  answer: downloadData.answer,
  problems: ['not_found', 'conflict'],
});

export const getLeavingOfPerson = endpoint({
  method: 'GET',
  path: '/api/staff/people/{id}/leaving',
  ...ofAdministrators,
  summary: 'What a deletion of somebody’s account would end, give back and take along',
  params,
  answer: Leaving,
  problems: ['not_found'],
});

export const deletePerson = endpoint({
  method: 'POST',
  path: '/api/staff/people/{id}/deletion',
  ...ofAdministrators,
  freshProof: true,
  summary:
    'Deletes the account of somebody who asks for it in writing, as the person could: now, or when what is paid for is used up; the person and all administrators are told. Not for oneself, and not for staff. 409 while paid time is left and `plans` does not say what happens to it',
  params,
  body: z.object({
    reason: vouching,
    ...leavingWishes,
    /** Rejects at once, without telling anybody, the person's lines of the queue. */
    rejectWaiting: z._default(z.boolean(), false),
  }),
  answer: deleteAccount.answer,
  problems: ['not_found', 'conflict'],
});

export const keepPerson = endpoint({
  method: 'DELETE',
  path: '/api/staff/people/{id}/deletion',
  ...ofAdministrators,
  freshProof: true,
  summary: 'Takes a deletion at a later date back; the plans that it ended go on',
  params,
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});
