import type { StaffMail, Text } from './staff-contract.ts';

interface MailState {
  at: string;
  /** Null: the account is gone. */
  by: string | null;
  isReset: boolean;
  /** The text after the change. */
  text: Text;
}

/** The texts that a mail has had, newest first. The history keeps what each change replaced, so it is walked back. */
export function statesOf({ value, history }: Pick<StaffMail, 'value' | 'history'>): MailState[] {
  let text = value;
  return history.map(({ at, by, isReset, changes }) => {
    const state = { at, by, isReset, text };
    const before = Object.fromEntries(changes.map(({ name, from }) => [name, from]));
    text = {
      subject: typeof before.subject === 'string' ? before.subject : text.subject,
      text: typeof before.text === 'string' ? before.text : text.text,
    };
    return state;
  });
}
