import { Link, useLocation } from 'react-router';
import { withNext } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { LogInForm } from '#features/accounts/web/log-in-form.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { PageProps } from '#web/page.ts';
import { useHydrated } from '#web/use-hydrated.ts';

export function Page({ search }: PageProps<'next'>) {
  const { state } = useLocation();
  // The stored page is the same for every visitor, so the link is completed after hydration.
  const signUp = useHydrated() ? withNext('/signup', search.get('next')) : '/signup';
  return (
    <>
      <PageHead
        title="Log In"
        description="Log in to look after your business in the directory."
        canonicalPath="/login"
      />
      <AccountCard title="Log In" text="Welcome back. Look after your listings here.">
        <LogInForm />
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
