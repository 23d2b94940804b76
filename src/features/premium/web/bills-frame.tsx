import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { Answer } from '#shared/endpoint.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { Link } from '#web/router/link.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { listBills } from '../bills-contract.ts';
import { billsQuery } from './bills-queries.ts';

interface BillsFrameProps {
  title: string;
  back: readonly [path: string, label: string];
  children: (answer: Answer<typeof listBills>) => ReactNode;
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
            <Loaded>{children}</Loaded>
          </Container>
        )}
      </SignInGuard>
    </>
  );
}

function Loaded({ children }: Pick<BillsFrameProps, 'children'>) {
  const { data, error, refetch } = useQuery(billsQuery);
  useSessionEnded(error);
  if (data) return children(data);
  if (!error) return <Spinner label="Loading your bills..." />;
  return <LoadFailed message={problemMessage(error, 'Failed to fetch your bills')} onRetry={() => void refetch()} />;
}
