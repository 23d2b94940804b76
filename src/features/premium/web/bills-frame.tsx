import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { Answer } from '#shared/endpoint.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { listBills } from '../bills-contract.ts';
import { billsQuery } from './bills-queries.ts';

interface BillsFrameProps {
  title: string;
  back: readonly [path: string, label: string];
  /** @param missing says that the bills of plans could not be read; null when all could */
  children: (answer: Answer<typeof listBills>, missing: ReactNode) => ReactNode;
}

/** A page for signed-in people about what they have paid. */
export function BillsFrame({ title, back: [path, label], children }: BillsFrameProps) {
  return (
    <>
      <PageHead title={title} description="What you have paid." noIndex />
      <SignInGuard>
        {() => (
          <Container className="py-8 lg:py-12">
            <Link to={path} className="inline-flex min-h-11 items-center print:hidden">
              {label}
            </Link>
            <Loaded title={title}>{children}</Loaded>
          </Container>
        )}
      </SignInGuard>
    </>
  );
}

function Loaded({ title, children }: Pick<BillsFrameProps, 'title' | 'children'>) {
  const { data, error, refetch } = useQuery(billsQuery);
  const place = useRef<HTMLElement>(null);
  useSessionEnded(error);
  const tryAgain = async () => {
    const answer = await refetch();
    // The button goes, and would take the focus with it.
    if (answer.data?.isPartial === false) place.current?.focus();
  };
  if (data) {
    return (
      <section ref={place} tabIndex={-1} aria-label={title} className="outline-none">
        {children(data, data.isPartial ? <PlansMissing onRetry={() => void tryAgain()} /> : null)}
      </section>
    );
  }
  if (!error) return <Spinner label="Loading your bills..." />;
  return <LoadFailed message={problemMessage(error, 'We could not load your bills.')} onRetry={() => void refetch()} />;
}

function PlansMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="status" className="mt-4 max-w-3xl rounded-card border border-line bg-ground-deep p-4">
      <p>Bills of plans cannot be read just now. Please try again in a few minutes.</p>
      <Button look="secondary" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
