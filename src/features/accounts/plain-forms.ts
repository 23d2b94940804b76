import { pageWithToken, plainForm, tokenOf } from '#shared/plain-form.ts';
import {
  askForReset,
  passwordChangedMessage,
  ResetForm,
  resetPassword,
  resetSentMessage,
} from './mail-links-contract.ts';
import { nextPage } from './next-page.ts';
import { logIn, register, SignUpForm } from './sign-in-contract.ts';

export const accountForms = [
  plainForm({
    form: 'login',
    action: '/login',
    fields: ['email', 'password'],
    endpoint: logIn,
    body: (values) => values,
    donePage: ({ url }) => nextPage(url),
    isSignIn: true,
  }),
  plainForm({
    form: 'signup',
    action: '/signup',
    fields: ['username', 'email', 'password', 'confirmPassword'],
    endpoint: register,
    schema: SignUpForm,
    body: (values) => values,
    donePage: ({ url }) => nextPage(url),
    isSignIn: true,
  }),
  plainForm({
    form: 'reset-request',
    action: '/reset-password',
    fields: ['email'],
    endpoint: askForReset,
    body: (values) => values,
    mark: 'reset-request',
    doneMessage: resetSentMessage,
  }),
  plainForm({
    form: 'new-password',
    action: '/reset-password/new',
    fields: ['password', 'confirmPassword'],
    endpoint: resetPassword,
    schema: ResetForm,
    body: ({ password }, request) => ({ token: tokenOf(request), password }),
    page: pageWithToken('/reset-password'),
    donePage: () => '/reset-password',
    mark: 'new-password',
    doneMessage: passwordChangedMessage,
    isSignIn: true,
  }),
];
