import { pageWithToken, plainForm } from '#shared/plain-form.ts';
import {
  confirmSuggestion,
  suggestEvent,
  suggestionConfirmedMessage,
  suggestionSentMessage,
} from './suggestion-contract.ts';

export const eventForms = [
  plainForm({
    form: 'suggestion',
    action: '/events/suggest',
    fields: [
      ...['title', 'category', 'allDay', 'startsOn', 'startTime', 'endsOn', 'endTime', 'location', 'isFree', 'price'],
      ...['description', 'url', 'senderName', 'senderEmail', 'message'],
    ],
    endpoint: suggestEvent,
    body: (values) => values,
    mark: 'suggestion',
    doneMessage: suggestionSentMessage,
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
