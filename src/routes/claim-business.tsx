import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { type ClaimPlan, claimPlans } from '#features/billing/catalogue.ts';
import { type BusinessSummary, maxSearchLength, readSearchTerm } from '#features/businesses/contract.ts';
import { businessQuery } from '#features/businesses/web/business-queries.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { ClaimResults, type ShowCard } from '#features/claims/web/claim-results.tsx';
import { ClaimableCard } from '#features/claims/web/claimable-card.tsx';
import { DueToday } from '#features/claims/web/due-today.tsx';
import { HowItWorks } from '#features/claims/web/how-it-works.tsx';
import { UnfinishedCheckout } from '#features/claims/web/unfinished-checkout.tsx';
import { useCheckout } from '#features/claims/web/use-checkout.ts';
import { billingQuery } from '#features/premium/web/billing-queries.ts';
import { contactPath } from '#shared/contact-path.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import type { PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { telephoneLink } from '#web/telephone-link.ts';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Few have taken over a listing that is paid. */
const GoOnCard = lazy(() => import('#features/claims/web/go-on-card.tsx'));

type Address = PageProps<'business' | 'search'>;

export function Page({ search }: Address) {
  return (
    <>
      <PageHead title="Claim Business" description="Make your business's listing yours." noIndex />
      <SignInGuard withoutScript={<WithoutScript about={search.get('business')} />}>
        {() => <ClaimBusiness search={search} />}
      </SignInGuard>
    </>
  );
}

/** Logging in and paying need script: this says so, and offers the way that needs none. */
function WithoutScript({ about }: { about: string | null }) {
  const { phone, email } = useCity().contact;
  return (
    <>
      <h1 className="text-34">Claim Business</h1>
      <p>
        To claim a listing here, turn JavaScript on in your browser and load this page again: the payment page needs it.
      </p>
      <p>
        Or let us do it with you: <a href="/directory">find your listing</a>, then{' '}
        <a href={about ? contactPath(about) : '/contact'}>write to us</a>, call{' '}
        <a href={telephoneLink(phone)}>{phone}</a> or mail <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  );
}

const claimAlone: readonly ClaimPlan[] = ['standard'];

/**
 * A business's page links here with `?business={slug}`; `?search=` keeps the search for the way back from
 * checkout.
 */
function ClaimBusiness({ search: address }: Address) {
  const chosen = address.get('business');
  const search = readSearchTerm(address.get('search') ?? '') || null;
  // Somebody who has just taken a listing over comes here from its mail.
  const { data: billing, isPending } = useQuery({
    ...billingQuery,
    refetchOnMount: chosen === null ? true : 'always',
  });
  const hasPremium = billing?.hasUpgrade ?? false;
  const own = search === null ? billing?.takenOver.find(({ slug }) => slug === chosen) : undefined;
  if (chosen !== null && isPending) return <Spinner />;
  if (own === undefined) return <ClaimAnother search={search} chosen={chosen} hasPremium={hasPremium} />;
  return (
    <Suspense fallback={<Spinner />}>
      <GoOnCard listing={own} hasPremium={hasPremium} />
    </Suspense>
  );
}

interface ClaimAnotherProps {
  search: string | null;
  /** The address of the chosen listing. */
  chosen: string | null;
  hasPremium: boolean;
}

function ClaimAnother({ search, chosen, hasPremium }: ClaimAnotherProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const checkout = useCheckout();
  const isFree = useCity().prices.claim === 0;
  const card = (business: BusinessSummary) => (
    <>
      <UnfinishedCheckout businessId={business.id} />
      <ClaimableCard
        business={business}
        isPending={checkout.isPending}
        plans={hasPremium ? claimAlone : claimPlans}
        onClaim={(plan) => checkout.start({ businessId: business.id, plan })}
      >
        {checkout.due?.businessId === business.id ? <DueToday business={business.name} checkout={checkout} /> : null}
      </ClaimableCard>
    </>
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('search')).trim();
    setError(typed === '' ? 'Please enter a name or a street' : undefined);
    if (typed !== '') void navigate(`?${new URLSearchParams({ search: typed })}`);
    else event.currentTarget.querySelector('input')?.focus();
  }

  return (
    <>
      <div className="border-b border-line bg-ground-deep">
        <Container className="py-8 lg:py-12">
          <h1 className="text-34 lg:text-46">Claim Business</h1>
          <p className="mt-2 max-w-[44rem] text-18">
            Is your business in the directory already? Find it and make it yours.{' '}
            {isFree
              ? 'A claim is free; we only check that the business is yours.'
              : 'You pay only for a claim that is approved.'}{' '}
            {hasPremium
              ? 'You have Premium already, so the claim alone is enough: Premium covers the new listing, too.'
              : ''}
          </p>
          <search className="mt-6 block">
            <form
              key={search}
              action="/claim-business"
              noValidate
              onSubmit={submit}
              className="grid max-w-2xl gap-2 rounded-card border border-line bg-card p-2 shadow-lift sm:grid-cols-[1fr_auto]"
            >
              <div className="relative">
                <label htmlFor="claim-search" className="sr-only">
                  Search for your business
                </label>
                <Search
                  aria-hidden="true"
                  size={22}
                  className="pointer-events-none absolute top-4 left-3.5 text-ink-soft"
                />
                <input
                  id="claim-search"
                  type="search"
                  name="search"
                  defaultValue={search ?? ''}
                  placeholder="Search for your business..."
                  autoComplete="off"
                  enterKeyHint="search"
                  maxLength={maxSearchLength}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'claim-search-error' : undefined}
                  className="block min-h-13 w-full rounded-control bg-card py-2 pr-3 pl-12 text-18 placeholder:text-ink-soft"
                />
              </div>
              <Button type="submit" size="large">
                Search
              </Button>
            </form>
            {error ? (
              <p id="claim-search-error" className="mt-2 text-16 font-medium text-danger">
                {error}
              </p>
            ) : null}
          </search>
        </Container>
      </div>
      <Container className="grid gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-12 lg:py-12">
        <div className="min-w-0">
          {search === null ? null : <ClaimResults search={search} card={card} />}
          {search === null && chosen !== null ? <Chosen slug={chosen} card={card} /> : null}
          {search === null && chosen === null ? (
            <p className="text-ink-soft">
              Search by name or street. Not listed yet? <Link to="/add-business">Add it</Link>, free of charge.
            </p>
          ) : null}
        </div>
        <HowItWorks plans={hasPremium ? claimAlone : claimPlans} />
      </Container>
    </>
  );
}

/** The listing whose page the visitor comes from. */
function Chosen({ slug, card }: { slug: string; card: ShowCard }) {
  const { data, error, refetch } = useQuery(businessQuery(slug));
  const { user } = useCurrentUser();
  if (data === undefined) {
    if (isNotFound(error)) return <p role="status">No businesses found. Try a different search term.</p>;
    if (error) return <LoadFailed message="Failed to fetch business" onRetry={() => void refetch()} />;
    return <p role="status">Loading...</p>;
  }
  if (data.ownerId !== null && data.ownerId === user?.id) {
    return (
      <p role="status">
        {data.name} is yours already. <Link to="/dashboard">Your dashboard</Link>
      </p>
    );
  }
  if (data.ownerId !== null) {
    return (
      <p role="status">
        {data.name} has an owner already. Is it yours? <Link to={contactPath(slug, 'ownership')}>Write to us</Link>.
      </p>
    );
  }
  return (
    <>
      <h2 className="mb-4 text-26">Is this your business?</h2>
      {card(data)}
      <p className="mt-4 text-16 text-ink-soft">Not the one? Search for yours above.</p>
    </>
  );
}
