import { serve } from '#server/http/serve.ts';
import { reportBusiness as reportEndpoint, reportSentMessage } from '../contract.ts';
import { reportBusiness } from './report-business.ts';

export const reportsApi = [
  serve(reportEndpoint, async ({ params, body }, { db, city, env }) => {
    const email = body.email === undefined || body.email === '' ? null : body.email;
    await reportBusiness(db, { slug: params.slug, reason: body.reason, text: body.text, email }, { city, env });
    return { message: reportSentMessage };
  }),
];
