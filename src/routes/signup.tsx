import { lazy, Suspense } from 'react';
import { withNext } from '#features/accounts/next-page.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { SignUpForm } from '#features/accounts/web/sign-up-form.tsx';
import { useInvited } from '#features/accounts/web/use-invited.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

/** Loaded for those who come from an invitation. */
const InvitedNote = lazy(() =>
  import('#features/managers/web/invited-note.tsx').catch(() => ({ default: () => null })),
);

export function Page({ search }: PageProps<'next'>) {
  const city = useCity();
  const { state } = useLocation();
  const { token, email, setEmail } = useInvited();
  // The stored page is the same for every visitor, so the link is completed after hydration.
  const logIn = useHydrated() ? withNext('/login', search.get('next')) : '/login';
  return (
    <>
      <PageHead
        title="Sign Up"
        description={`Make an account to add or claim your business in the ${city.name}, ${city.region} directory.`}
        canonicalPath="/signup"
      />
      <AccountCard
        title="Create an account"
        text={`For owners of a business in ${city.name}. You don't need an account to read the site.`}
      >
        {token === null ? null : (
          <Suspense fallback={null}>
            <InvitedNote token={token} onFound={setEmail} />
          </Suspense>
        )}
        <noscript>
          <p className="mb-5 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
            Without JavaScript you can make an account, but not add, claim or edit a business. Turn it on for that, or{' '}
            <a href="/contact">write to us</a>, and we do it with you.
          </p>
        </noscript>
        <SignUpForm email={email} invitation={token} />
        <p className="mt-6 border-t border-line pt-5">
          Already have an account?{' '}
          <Link to={logIn} state={state} className="inline-flex min-h-11 items-center underline">
            Log in
          </Link>
        </p>
      </AccountCard>
    </>
  );
}
