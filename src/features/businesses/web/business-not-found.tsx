import drawing from '#web/art/empty/no-business.svg';
import type { HistoryEntry } from '#web/router/location.ts';
import { useNavigate } from '#web/router/router.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

export const businessNotFoundText = "The business you're looking for doesn't exist or may have been removed.";

/** True when the page before this one is ours. The router counts its own steps, the browser also those that loaded a page. */
function cameFromHere(): boolean {
  const { steps = 0 } = (history.state ?? {}) as Partial<HistoryEntry>;
  return steps > 0 || (window as { navigation?: { canGoBack: boolean } }).navigation?.canGoBack === true;
}

/** Without script, and for a visitor who came from elsewhere, 'Go Back' leads to the directory. */
export function BusinessNotFound() {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const goBack = () => {
    if (cameFromHere()) navigate(-1);
    else navigate('/directory');
  };
  return (
    <div className="px-4 py-10 lg:py-16">
      <EmptyState level={1} drawing={drawing} title="Business Not Found" text={businessNotFoundText}>
        {hydrated ? <Button onClick={goBack}>Go Back</Button> : <ButtonLink to="/directory">Go Back</ButtonLink>}
        <ButtonLink look="secondary" to="/directory">
          Search the directory
        </ButtonLink>
      </EmptyState>
    </div>
  );
}
