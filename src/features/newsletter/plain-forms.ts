import { newsletterTopics } from '#shared/newsletter-topics.ts';
import { type OneClickForm, pageWithToken, plainForm, tokenOf } from '#shared/plain-form.ts';
import {
  subscribedMessage,
  subscribeToNewsletter,
  unsubscribedMessage,
  unsubscribeFromNewsletter,
} from './contract.ts';
import { confirmedMessage, confirmSubscription, preferencesSavedMessage, savePreferences } from './reader-contract.ts';

export const newsletterForms = [
  plainForm({
    form: 'newsletter',
    action: '/newsletter',
    fields: ['email'],
    endpoint: subscribeToNewsletter,
    body: (values) => values,
    page: ({ referrer }) => referrer ?? '/',
    mark: 'newsletter',
    doneMessage: subscribedMessage,
  }),
  plainForm({
    form: 'preferences',
    action: '/newsletter/preferences',
    fields: newsletterTopics,
    endpoint: savePreferences,
    body: (values, request) => ({
      token: tokenOf(request),
      topics: newsletterTopics.filter((topic) => values[topic] !== ''),
    }),
    page: pageWithToken('/newsletter/preferences'),
    mark: 'preferences',
    doneMessage: preferencesSavedMessage,
  }),
  plainForm({
    form: 'confirm',
    action: '/newsletter/confirm',
    fields: [],
    endpoint: confirmSubscription,
    body: (_, request) => ({ token: tokenOf(request) }),
    page: pageWithToken('/newsletter/confirm'),
    mark: 'confirm',
    doneMessage: confirmedMessage,
  }),
];

export const unsubscribeForm: OneClickForm = {
  form: 'unsubscribe',
  action: '/newsletter/unsubscribe',
  endpoint: unsubscribeFromNewsletter,
  page: pageWithToken('/newsletter/unsubscribe'),
  mark: 'unsubscribe',
  doneMessage: unsubscribedMessage,
};
