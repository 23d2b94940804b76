import { plainForm } from '#shared/plain-form.ts';
import { ContactForm, composeContactMessage, sendContactMessage } from './contract.ts';

export const contactForms = [
  plainForm({
    form: 'contact',
    action: '/contact',
    fields: ['name', 'email', 'phone', 'subject', 'message'],
    endpoint: sendContactMessage,
    schema: ContactForm,
    body: composeContactMessage,
    mark: '1',
  }),
];
