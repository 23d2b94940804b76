import { Button } from './button.tsx';

interface LoadMoreProps {
  label: string;
  isLoading: boolean;
  onLoad: () => void;
}

/** Loads the next page of a list; needs script. */
export function LoadMore({ label, isLoading, onLoad }: LoadMoreProps) {
  return (
    <div className="needs-script mt-8 text-center">
      <Button look="secondary" onClick={onLoad} disabled={isLoading}>
        {isLoading ? 'Loading...' : label}
      </Button>
    </div>
  );
}
