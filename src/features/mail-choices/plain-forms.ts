import { type OneClickForm, pageWithToken, plainForm, tokenOf } from '#shared/plain-form.ts';
import { setMailChoice, startEmails, stopEmails } from './contract.ts';

const page = '/emails/stop';

const stopForm: OneClickForm = {
  form: 'stop-emails',
  action: page,
  endpoint: stopEmails,
  page: pageWithToken(page),
  mark: 'stop-emails',
  doneMessage: 'You get no more of these emails.',
};

/** Mails of former releases have the second address. */
export const stopForms: readonly OneClickForm[] = [stopForm, { ...stopForm, action: '/statistics-mail/end' }];

export const mailChoiceForms = [
  plainForm({
    form: 'emails',
    action: '/account/emails',
    fields: ['kind', 'isOn'],
    endpoint: setMailChoice,
    body: ({ kind, isOn }) => ({ kind, isOn: isOn === 'true' }),
    page: () => '/account?emails=choose',
    mark: 'emails',
    doneMessage: 'Your choice is saved.',
    isSignIn: true,
  }),
  plainForm({
    form: 'start-emails',
    action: '/emails/start',
    fields: [],
    endpoint: startEmails,
    body: (_, request) => ({ token: tokenOf(request) }),
    page: pageWithToken(page),
    mark: 'start-emails',
    doneMessage: 'You get these emails again.',
  }),
];
