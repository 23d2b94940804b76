/** Endpoints for staff who want mail about what waits at their own addresses. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { alertSubjectNames } from './alert-subjects.ts';

const Alert = z.object({ subject: z.enum(alertSubjectNames), isOn: z.boolean() });
export type Alert = z.infer<typeof Alert>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/staff/alerts',
  who: 'staff',
  rights: 'any',
  summary: "What the caller's rights allow mail about, and which of it comes to the caller's own address",
  answer: z.array(Alert),
  problems: [],
});

export const setAlert = endpoint({
  method: 'PUT',
  path: '/api/staff/alerts',
  who: 'staff',
  rights: 'any',
  summary:
    "Switches mail about one subject to the caller's own address on or off. The town's address gets it either way",
  body: Alert,
  answer: z.array(Alert),
  problems: ['forbidden', 'conflict'],
});
