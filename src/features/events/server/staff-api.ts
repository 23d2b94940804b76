import { nextLink, readCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { importCalendar as importContract } from '../calendar-import-contract.ts';
import * as contract from '../staff-contract.ts';
import { changeEventTime, rescheduleEvent, restoreEventTime, setEventStatus } from './change-event.ts';
import { importCalendar } from './import-calendar.ts';
import { listStaffEvents } from './list-staff-events.ts';
import { previewTimes } from './preview-times.ts';
import { readStaffEvent } from './read-staff-event.ts';
import { createEvent, deleteEvent } from './save-event.ts';
import { updateEvent } from './update-event.ts';

const size = 50;

const read = ({ db, now, city }: ApiRequest, id: string) => readStaffEvent(db, id, now(), city.facts.timeZone);

export const staffEventsApi = [
  serve(contract.listStaffEvents, async ({ query: { state, search, cursor } }, { db, now, setHeader }) => {
    const asked = { state, search, cursor: readCursor(cursor), limit: size, now: now() };
    const { rows, last } = await listStaffEvents(db, asked);
    if (last) setHeader('Link', nextLink(contract.listStaffEvents.path, { state, search, cursor: writeCursor(last) }));
    return rows;
  }),
  serve(contract.previewTimes, ({ query }, { db, city, now }) => {
    const { allDay, rule, skippedDays, event, ...clock } = query;
    const form = {
      ...clock,
      allDay: allDay === 'true',
      rule: rule || null,
      skippedDays: skippedDays === '' ? [] : skippedDays.split(','),
    };
    return previewTimes(db, { form, eventId: event ?? null, timeZone: city.facts.timeZone, now: now() });
  }),
  serve(importContract, ({ query: { take, name, category }, upload }, request) => {
    const numbers = take === '' ? [] : take.split(',').map(Number);
    return importCalendar({ file: upload, name, category, take: numbers }, request);
  }),
  serve(contract.createEvent, async ({ body }, request) => read(request, await createEvent(body, request))),
  serve(contract.getStaffEvent, ({ params }, request) => read(request, params.id)),
  serve(contract.updateEvent, async ({ params, body: { version, ...form } }, request) => {
    await updateEvent(params.id, form, version, request);
    return read(request, params.id);
  }),
  serve(contract.deleteEvent, async ({ params }, request) => {
    await deleteEvent(params.id, request);
    return { message: 'The event is deleted.' };
  }),
  serve(contract.setEventStatus, async ({ params, body }, request) => {
    await setEventStatus({ id: params.id, ...body }, request);
    return read(request, params.id);
  }),
  serve(contract.rescheduleEvent, async ({ params, body: { version, note, ...clock } }, request) => {
    await rescheduleEvent({ id: params.id, version, note, clock }, request);
    return read(request, params.id);
  }),
  serve(contract.changeEventTime, async ({ params, body: { clock, ...body } }, request) => {
    await changeEventTime({ ...params, ...body, clock }, request);
    return read(request, params.id);
  }),
  serve(contract.restoreEventTime, async ({ params, query }, request) => {
    await restoreEventTime({ ...params, ...query }, request);
    return read(request, params.id);
  }),
];
