import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { telephoneLink } from '#web/telephone-link.ts';
import { usePlainForm } from '#web/ui/plain-form.tsx';

/**
 * Stands on a page for signed-in people in a browser without script, which leads here after a sign-up and a log-in.
 * @param children what the page itself says, where it has something to say
 */
export function NeedsScript({ children }: { children?: ReactNode }) {
  const signedUp = usePlainForm('signup');
  const { phone, email } = useCity().contact;
  return (
    <>
      {signedUp?.done ? (
        <p role="status" className="font-semibold">
          {signedUp.message}
        </p>
      ) : null}
      {children ?? (
        <>
          <p>This page needs JavaScript. Please turn it on in your browser and load the page again.</p>
          <p>
            Or let us do it with you: <a href="/contact">write to us</a>, call{' '}
            <a href={telephoneLink(phone)}>{phone}</a> or mail <a href={`mailto:${email}`}>{email}</a>.
          </p>
        </>
      )}
    </>
  );
}
