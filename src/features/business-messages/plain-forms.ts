import { pageWithToken, plainForm, tokenOf } from '#shared/plain-form.ts';
import { messageBusiness, messageSentMessage } from './contract.ts';
import { replySentMessage, stopSavedMessage, stopTalk, writeInTalk } from './talk-contract.ts';

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
  plainForm({
    form: 'business-talk',
    action: '/messages/talk',
    fields: ['text', 'topic', 'after'],
    endpoint: writeInTalk,
    body: (values, request) => ({ ...values, token: tokenOf(request) }),
    page: pageWithToken('/messages/talk'),
    mark: 'business-talk',
    doneMessage: replySentMessage,
  }),
  plainForm({
    form: 'business-talk-stop',
    action: '/messages/talk/stop',
    fields: ['stop'],
    endpoint: stopTalk,
    body: ({ stop }, request) => ({ token: tokenOf(request), isStopped: stop === 'yes' }),
    page: pageWithToken('/messages/talk'),
    mark: 'business-talk-stop',
    doneMessage: stopSavedMessage,
  }),
];
