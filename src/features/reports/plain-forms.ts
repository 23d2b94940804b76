import { plainForm } from '#shared/plain-form.ts';
import { reportBusiness, reportSentMessage } from './contract.ts';

export const reportForms = [
  plainForm({
    form: 'report',
    action: '/business/:slug/report',
    fields: ['reason', 'text', 'email'],
    endpoint: reportBusiness,
    body: (values) => values,
    page: ({ params }) => `/business/${encodeURIComponent(params.slug ?? '')}`,
    mark: 'report',
    doneMessage: reportSentMessage,
  }),
];
