import { pageWithToken, plainForm } from '#shared/plain-form.ts';
import {
  changeSuggestion,
  confirmSuggestion,
  suggestEvent,
  suggestionConfirmedMessage,
  suggestionSentMessage,
} from './suggestion-contract.ts';

const typed = [
  ...['title', 'category', 'allDay', 'startsOn', 'startTime', 'endsOn', 'endTime', 'location', 'isFree', 'price'],
  ...['description', 'url'],
] as const;

export const eventForms = [
  plainForm({
    form: 'suggestion',
    action: '/events/suggest',
    fields: [...typed, 'senderName', 'senderEmail', 'message'],
    endpoint: suggestEvent,
    body: (values) => values,
    mark: 'suggestion',
    doneMessage: suggestionSentMessage,
  }),
  plainForm({
    form: 'suggestion-again',
    action: '/events/suggested',
    fields: [...typed, 'senderName', 'message', 'token'],
    endpoint: changeSuggestion,
    body: (values) => values,
    page: pageWithToken('/events/suggested'),
    mark: 'suggestion-again',
    doneMessage: suggestionConfirmedMessage,
  }),
  plainForm({
    form: 'confirm-suggestion',
    action: '/events/confirm',
    fields: ['token'],
    endpoint: confirmSuggestion,
    body: (values) => values,
    page: pageWithToken('/events/confirm'),
    mark: 'suggestion-confirmed',
    doneMessage: suggestionConfirmedMessage,
  }),
];
