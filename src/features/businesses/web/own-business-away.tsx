import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-business.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface OwnBusinessAwayProps {
  error: Error | null;
  failed: string;
  loading: string;
  onRetry: () => void;
}

/** An owner's page of a listing that is not there: it does not exist, could not be read, or is still loading. */
export function OwnBusinessAway({ error, failed, loading, onRetry }: OwnBusinessAwayProps) {
  if (isNotFound(error)) {
    return (
      <Container className="py-10 lg:py-16">
        <EmptyState
          drawing={drawing}
          level={1}
          title="Business not found"
          text="It does not exist, or it belongs to someone else."
        >
          <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
        </EmptyState>
      </Container>
    );
  }
  if (error && !isSignedOut(error)) {
    return (
      <Container className="py-16">
        <LoadFailed message={failed} onRetry={onRetry} />
      </Container>
    );
  }
  return <Spinner label={loading} />;
}
