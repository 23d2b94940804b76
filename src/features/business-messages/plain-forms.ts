import { plainForm } from '#shared/plain-form.ts';
import { messageBusiness, messageSentMessage } from './contract.ts';

export const businessMessageForms = [
  plainForm({
    form: 'business-message',
    action: '/business/:slug/message',
    fields: ['name', 'email', 'text', 'topic'],
    endpoint: messageBusiness,
    body: (values) => values,
    page: ({ params }) => `/business/${encodeURIComponent(params.slug ?? '')}/message`,
    mark: 'message',
    doneMessage: messageSentMessage,
  }),
];
