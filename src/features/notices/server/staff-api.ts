import { type ApiRequest, serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { listStaffNotices, readStaffNotice } from './read-staff-notices.ts';
import { createNotice, setNoticeShown, updateNotice } from './write-notices.ts';

const read = (id: string, { db, now }: ApiRequest) => readStaffNotice(db, id, now());

export const staffNoticesApi = [
  serve(contract.listStaffNotices, (_, { db, now }) => listStaffNotices(db, now())),
  serve(contract.getStaffNotice, ({ params }, request) => read(params.id, request)),
  serve(contract.createNotice, async ({ body }, request) => read(await createNotice(body, request), request)),
  serve(contract.updateNotice, async ({ params, body }, request) => {
    await updateNotice({ id: params.id, form: body.notice, version: body.version }, request);
    return read(params.id, request);
  }),
  serve(contract.showNotice, async ({ params, body }, request) => {
    await setNoticeShown({ id: params.id, shown: body.shown }, request);
    return read(params.id, request);
  }),
];
