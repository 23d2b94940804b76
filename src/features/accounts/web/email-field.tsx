import { type ComponentProps, useState } from 'react';
import { TextField } from '#web/ui/field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'hint' | 'onBlur'>;

/** A field for an email address that asks about a likely slip once it is left: a mail to 'gmial.com' reaches a stranger. */
export function EmailField(props: Props) {
  const [hint, setHint] = useState('');
  const look = async (email: string) => setHint((await import('../likely-mailbox.ts')).askAboutMailbox(email));
  return <TextField {...props} type="email" hint={hint} onBlur={({ target }) => void look(target.value)} />;
}
