import { actionWords } from './action-words.ts';

/** Events of the security log in the words of the page; others show their name alone. */
const words: Readonly<Record<string, string>> = {
  ...actionWords,
  log_in_refused: 'Wrong log-in',
  log_in_limited: 'Too many wrong log-ins',
  log_in_slowed: 'Log-in slowed down',
  second_factor_refused: 'Wrong code or passkey',
  second_factor_limited: 'Too many wrong codes or passkeys',
  second_factor_slowed: 'Code slowed down',
  password_check_refused: 'Wrong own password',
  signed_out: 'Call without a log-in',
  nobody_signed_in: 'Asked who is signed in',
  forbidden: 'Call without the right',
  csrf: 'Call from another site, or an old page',
  too_many: 'Call over a limit',
  inbound_mail_refused: 'Mail that was not let in',
};

/** Undefined for an event that the page has no words for. */
export const eventWords = (event: string): string | undefined => words[event];
