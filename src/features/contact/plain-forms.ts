import { contactPath, readContactReason } from '#shared/contact-path.ts';
import { type FormRequest, plainForm } from '#shared/plain-form.ts';
import { ContactForm, composeContactMessage, sendContactMessage } from './contract.ts';

const aboutOf = ({ url }: FormRequest) => url.searchParams.get('about');

export const contactForms = [
  plainForm({
    form: 'contact',
    action: '/contact',
    fields: ['name', 'email', 'phone', 'subject', 'message'],
    endpoint: sendContactMessage,
    schema: ContactForm,
    body: (values, request) => composeContactMessage({ ...values, about: aboutOf(request) }),
    page: (request) => {
      const about = aboutOf(request);
      return about ? contactPath(about, readContactReason(request.url.searchParams.get('reason'))) : '/contact';
    },
    donePage: () => '/contact',
    mark: '1',
  }),
];
