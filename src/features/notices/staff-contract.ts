/** Endpoints for staff who put up notices. Apart from contract.ts, so that public pages do not load it. */

import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { isLinkTarget } from '#shared/link-target.ts';
import { Notice, severities } from './contract.ts';
import { noticeStates } from './notice-state.ts';

/** As long as two lines on a phone held sideways: a bar that fills the screen hides the page. */
export const maxNoticeText = 240;
export const maxNoticeLabel = 40;

const instant = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Please choose a date and a time'));

const target = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500, 'This address is too long'),
    z.refine(isLinkTarget, 'Please enter a web address (https://…) or a page of this site (/news)'),
  );

export const NoticeForm = z
  .object({
    severity: z.enum(severities, 'Please choose how serious it is'),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please say what has happened and what to do'),
        z.maxLength(maxNoticeText, `Please use at most ${maxNoticeText} characters`),
      ),
    url: z._default(z.nullable(target), null),
    label: z._default(
      z.nullable(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'Please say where the link leads'),
            z.maxLength(maxNoticeLabel, `Please use at most ${maxNoticeLabel} characters`),
          ),
      ),
      null,
    ),
    /** Null: at once. */
    startsAt: z._default(z.nullable(instant), null),
    /** Null: until somebody takes it down. */
    endsAt: z._default(z.nullable(instant), null),
  })
  .check(
    z.refine(
      ({ startsAt, endsAt }) => startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt),
      { path: ['endsAt'], message: 'The end is not after the start' },
    ),
  );
export type NoticeForm = z.infer<typeof NoticeForm>;

export const StaffNotice = z.extend(Notice, {
  state: z.enum(noticeStates),
  takenDownAt: z.nullable(z.string()),
  /** A username; null when the account is deleted. */
  createdBy: z.nullable(z.string()),
});
export type StaffNotice = z.infer<typeof StaffNotice>;

const params = z.object({ id: z.guid() });

export const listStaffNotices = endpoint({
  method: 'GET',
  path: '/api/staff/notices',
  who: 'staff',
  rights: ['editor'],
  summary: 'All notices: those that are up, planned ones, and the newest 200 that have ended',
  answer: z.array(StaffNotice),
  problems: [],
});

export const getStaffNotice = endpoint({
  method: 'GET',
  path: '/api/staff/notices/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'One notice, whatever its state',
  params,
  answer: StaffNotice,
  problems: ['not_found'],
});

export const createNotice = endpoint({
  method: 'POST',
  path: '/api/staff/notices',
  who: 'staff',
  rights: ['editor'],
  creates: true,
  summary: 'Puts a notice above every page, now or at its start; at most ten may be up or planned',
  body: NoticeForm,
  answer: StaffNotice,
  status: 201,
  problems: ['invalid', 'conflict'],
});

export const updateNotice = endpoint({
  method: 'PUT',
  path: '/api/staff/notices/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Changes a notice; `version` is that of the copy that was edited',
  params,
  body: z.object({ notice: NoticeForm, version: z.int() }),
  answer: StaffNotice,
  problems: ['not_found', 'invalid', 'conflict'],
});

export const showNotice = endpoint({
  method: 'PUT',
  path: '/api/staff/notices/{id}/shown',
  who: 'staff',
  rights: ['editor'],
  summary: 'Takes a notice down, or puts it back up until its end',
  params,
  body: z.object({ shown: z.boolean() }),
  answer: StaffNotice,
  problems: ['not_found', 'conflict'],
});
