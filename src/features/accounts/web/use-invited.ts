import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from '#web/router/router.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { invitationTokenOf, nextPage } from '../next-page.ts';

interface Invited {
  /** The token in the mail from which somebody comes; null: they come by themselves. */
  token: string | null;
  email: string | null;
  setEmail: (email: string) => void;
}

/** The stored page is the same for every visitor, so the invitation comes after hydration. */
export function useInvited(): Invited {
  const here = useLocation();
  const isHydrated = useHydrated();
  const [email, setEmail] = useState<string | null>(null);
  return { token: isHydrated ? invitationTokenOf(nextPage(here)) : null, email, setEmail };
}

/** Fills the invited address in where nobody has typed another. */
export function useFilledIn(email: string | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const input = form.current?.elements.namedItem('email');
    if (email !== null && input instanceof HTMLInputElement && input.value === '') input.value = email;
  }, [email]);
  return form;
}
