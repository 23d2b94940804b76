import { Button } from './button.tsx';

/** Shown when the call of a list or page failed: the message, and a button that tries again. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-card border border-danger bg-danger-ground p-6 text-center">
      <p className="font-semibold text-danger">{message}</p>
      <p className="mt-1 text-16">Check the connection and try once more.</p>
      <Button look="secondary" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
