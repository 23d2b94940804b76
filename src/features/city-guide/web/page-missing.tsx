import drawing from '#web/art/empty/not-found.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from './page-head.tsx';

const text = "The page you're looking for doesn't exist or has been moved.";

/** In the place of a page that is not there. */
export function PageMissing() {
  return (
    <>
      <PageHead title="Page Not Found" description={text} noIndex />
      <EmptyState level={1} drawing={drawing} title="Page Not Found" text={text}>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </EmptyState>
    </>
  );
}
