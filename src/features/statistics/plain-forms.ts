import type { OneClickForm } from '#shared/plain-form.ts';
import { endStatisticsMail, mailEndedMessage } from './contract.ts';

export const statisticsMailForm: OneClickForm = {
  form: 'statistics-mail',
  action: '/statistics-mail/end',
  endpoint: endStatisticsMail,
  page: () => '/statistics-mail/end',
  mark: 'statistics-mail',
  doneMessage: mailEndedMessage,
  refusedPage: '/statistics-mail/end',
};
