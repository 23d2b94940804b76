import { ApiError } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-news.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** True when the API does not know the link's token, or finds none in it. */
export function isBrokenLink(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status);
}

/** Shown for a reader's link that we did not make. */
export function BrokenLink() {
  return (
    <EmptyState
      level={1}
      drawing={drawing}
      title="This link does not work"
      text="Please use the link at the end of the newest newsletter, or write to us."
    >
      <ButtonLink to="/contact">Contact us</ButtonLink>
    </EmptyState>
  );
}
