import { HopelessJob } from '#server/jobs/bind-job.ts';
import type { SmtpError } from '#server/mail/open-mailer.ts';

export interface Judgement {
  /**
   * 'address': the mailbox does not exist, never write to it again. 'message': this mail is refused, another
   * may be accepted. 'later': retry this reader after a while. 'server': nobody's mail gets through now.
   */
  verdict: 'address' | 'message' | 'later' | 'server';
  /** The mail server's own words. */
  answer: string;
}

/**
 * Decides whether a failed delivery is about the mailbox, the mail or the mail server (RFC 5321, RFC 3463).
 */
export function judgeRefusal(error: unknown): Judgement {
  if (error instanceof HopelessJob) return { verdict: 'address', answer: error.message };
  const { code, command, responseCode, response, message, timeoutType } = error as SmtpError;
  const answer = response ?? message;
  if (responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA')) {
    if (responseCode < 500) return { verdict: 'later', answer };
    return { verdict: isAddressRefused(responseCode, answer, command) ? 'address' : 'message', answer };
  }
  if (code === 'EENVELOPE' && responseCode === undefined) return { verdict: 'address', answer };
  // The connection was open and then fell silent or broke: the cause may be this one mail.
  const isOnTheWay = timeoutType === 'SOCKET_TIMEOUT' || (code === 'ECONNECTION' && responseCode === undefined);
  return { verdict: isOnTheWay || responseCode === 421 ? 'later' : 'server', answer };
}

/**
 * 5.1.x is about the address, 5.2.1 is a closed mailbox. Policy refusals (5.7.x), a full mailbox and the like
 * are temporary.
 */
export function isAddressRefused(responseCode: number, answer: string, command: string): boolean {
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? [];
  if (subject !== undefined) return subject === '1' || (subject === '2' && detail === '1');
  return responseCode === 550 || (command === 'RCPT TO' && (responseCode === 551 || responseCode === 553));
}
