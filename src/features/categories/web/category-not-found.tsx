import drawing from '#web/art/empty/no-results.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const categoryNotFoundText = "The category you're looking for doesn't exist.";

export function CategoryNotFound() {
  return (
    <div className="px-4 py-10 lg:py-16">
      <EmptyState level={1} drawing={drawing} title="Category Not Found" text={categoryNotFoundText}>
        <ButtonLink to="/directory">Browse the directory</ButtonLink>
      </EmptyState>
    </div>
  );
}
