import drawing from '#web/art/empty/error.svg';
import { HeadTitle } from '#web/seo/head.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Shown when a page breaks in the browser. */
export function ErrorScreen() {
  return (
    <>
      <HeadTitle title="This page did not load" />
      <EmptyState
        level={1}
        drawing={drawing}
        title="This page did not load"
        text="The connection may have dropped for a moment. Nothing you sent is lost."
      >
        <Button onClick={() => location.reload()}>Try again</Button>
        <a href="/" className={buttonClass('secondary')}>
          Return to Home
        </a>
      </EmptyState>
    </>
  );
}
