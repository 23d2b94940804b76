import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useLogOut } from './use-log-out.ts';

interface OtherAddressProps {
  /** The invited one. */
  email: string;
  /** The address of who is logged in. */
  own: string;
  /** The page after the log-out. */
  leaving: { to: string; state?: unknown };
  /** Says what to do. */
  children: ReactNode;
}

/** An invitation needs the account of its address: the way out of another one. */
export function OtherAddress({ email, own, leaving, children }: OtherAddressProps) {
  const { isPending, logOut } = useLogOut(leaving);
  return (
    <div className="mb-5 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      <p>
        The invitation is for <strong>{email}</strong>, and you are logged in as <strong>{own}</strong>. {children}
      </p>
      <Button look="secondary" className="mt-3" disabled={isPending} onClick={logOut}>
        {isPending ? 'Logging out...' : 'Log out'}
      </Button>
    </div>
  );
}
