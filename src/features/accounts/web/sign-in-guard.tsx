import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import type { CurrentUser } from '../contract.ts';
import { wish } from '../next-page.ts';
import { useCurrentUser } from './current-user.ts';

/**
 * Shows its children to signed-in users only. It shows a spinner while it asks for the user; visitors go to /login and
 * come back afterwards. The server renders the spinner for everybody.
 */
export function SignInGuard({ children }: { children: (user: CurrentUser) => ReactNode }) {
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
  return user ? children(user) : <Spinner />;
}
