import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { nextPage, whyAsked, withNext } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { currentUserQuery, hintsAtSession } from '#features/accounts/web/current-user.ts';
import { LogInForm } from '#features/accounts/web/log-in-form.tsx';
import { PasskeyLogIn } from '#features/accounts/web/passkey-log-in.tsx';
import { useInvited } from '#features/accounts/web/use-invited.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

/** Loaded for those who come to claim a listing. */
const ClaimReason = lazy(() =>
  import('#features/claims/web/claim-reason.tsx').catch(() => ({ default: () => <>Log in to claim your business.</> })),
);

/** Loaded for those who come from an invitation. */
const InvitedNote = lazy(() =>
  import('#features/managers/web/invited-note.tsx').catch(() => ({ default: () => null })),
);

/** The reason for which a guard or a link led here; the stored page is the same for every visitor, so it comes after hydration. */
function Reason({ next }: { next: string }) {
  const business = /^\/claim-business\?/.test(next) ? new URLSearchParams(next.split('?')[1]).get('business') : null;
  const reason = whyAsked(next) ?? welcome;
  if (business === null) return reason;
  return (
    <Suspense fallback={reason}>
      <ClaimReason slug={business} otherwise={reason} />
    </Suspense>
  );
}

/** Said in a browser whose session was ended from elsewhere, as by a change of rights: the page looks the same for everybody else. */
function SessionOver({ isOfStaff }: { isOfStaff: boolean }) {
  const hydrated = useHydrated();
  const { error } = useQuery({ ...currentUserQuery, enabled: hydrated && hintsAtSession() });
  if (!hydrated || !hintsAtSession() || !isSignedOut(error)) return null;
  return (
    <p role="status" className="mb-5 rounded-control border border-gold-line bg-gold-ground px-4 py-3">
      You were logged out here. If your password {isOfStaff ? 'or your rights were' : 'was'} changed, an email says so.
      Please log in again.
    </p>
  );
}

const welcome = 'Welcome back. Manage your listings here.';

export function Page({ search }: PageProps<'next'>) {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const { token, email, setEmail } = useInvited();
  const [isClosed, setClosed] = useState(false);
  const next = search.get('next');
  const wanted = hydrated ? nextPage({ search: next === null ? '' : `?${new URLSearchParams({ next })}`, state }) : '';
  // The stored page is the same for every visitor, so the link is completed after hydration.
  const signUp = hydrated ? withNext('/signup', next) : '/signup';
  return (
    <>
      <PageHead title="Log In" description="Log in to manage your business in the directory." canonicalPath="/login" />
      <AccountCard title="Log In" text={<Reason next={wanted} />}>
        {isClosed ? null : <SessionOver isOfStaff={wanted.startsWith('/staff')} />}
        {token === null ? null : (
          <Suspense fallback={null}>
            <InvitedNote token={token} onFound={setEmail} />
          </Suspense>
        )}
        <LogInForm email={email} onClosed={() => setClosed(true)} />
        <PasskeyLogIn />
        <p className="mt-5">
          <Link to="/reset-password" className="inline-flex min-h-11 items-center">
            Forgot your password?
          </Link>
        </p>
        <p className="mt-2 border-t border-line pt-5">
          No account yet?{' '}
          <Link to={signUp} state={state} className="inline-flex min-h-11 items-center underline">
            Sign up
          </Link>
        </p>
      </AccountCard>
    </>
  );
}
