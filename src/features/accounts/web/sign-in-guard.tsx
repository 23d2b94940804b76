import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { DraftOwner } from '#web/forms/draft-owner.ts';
import { Navigate } from '#web/router/link.tsx';
import { useLocation, useNavigate } from '#web/router/router.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import type { CurrentUser } from '../contract.ts';
import { wish } from '../next-page.ts';
import { useCurrentUser } from './current-user.ts';
import { NeedsScript } from './needs-script.tsx';

const SecondFactorGate = lazy(() => import('./second-factor-gate.tsx'));

/**
 * Shows its children to signed-in users only, who own the text that forms below keep, after their second factor if they have one. Staff who have to set one up are led
 * to /account. It shows a spinner while it asks for the user; visitors go to /login and come back afterwards. The server
 * renders the spinner for everybody.
 */
export function SignInGuard({
  children,
  withoutScript,
}: {
  children: (user: CurrentUser) => ReactNode;
  /** Shown by a browser without script; what it needs, and who helps, when left out. */
  withoutScript?: ReactNode;
}) {
  const { user, isLoading } = useCurrentUser({ ask: true });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isOut = user === null && !isLoading;
  useEffect(() => {
    // Does not interrupt a navigation that is under way, such as going home after log-out.
    if (isOut && window.location.pathname === pathname) {
      void navigate('/login', { replace: true, state: wish(pathname + search) });
    }
  }, [isOut, navigate, pathname, search]);
  if (user === null) {
    // Browsers with script never draw it.
    const instead = import.meta.env.SSR ? <NeedsScript>{withoutScript}</NeedsScript> : null;
    return <PageSpinner withoutScript={instead} />;
  }
  if (user.secondFactor === 'demanded' && pathname !== '/account') return <Navigate to="/account" replace />;
  if (user.secondFactor !== 'asked') return <DraftOwner value={user.id}>{children(user)}</DraftOwner>;
  return (
    <Suspense fallback={<PageSpinner />}>
      <SecondFactorGate />
    </Suspense>
  );
}
