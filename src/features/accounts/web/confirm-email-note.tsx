import type { CurrentUser } from '#features/accounts/contract.ts';
import { Link } from '#web/router/link.tsx';

/** Tells a new owner that a mail waits; nothing once the mailbox is confirmed. */
export function ConfirmEmailNote({ user: { email, emailVerified } }: { user: CurrentUser }) {
  if (emailVerified) return null;
  return (
    <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      We sent a link to <strong>{email}</strong>. Open it, and we know that the address is yours. No mail?{' '}
      <Link to="/account">Send it again</Link> Not your address? <Link to="/account">Change it</Link>
    </p>
  );
}
