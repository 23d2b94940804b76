import type { SaveState } from './save-state.ts';

/** Stands beside the button of a form that is sent by that button alone, when the line was cut. */
export function NotSent({ save }: { save: SaveState }) {
  if (save.kind !== 'waiting' || save.why !== 'offline') return null;
  return (
    <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
      There is no connection. What you typed is kept in this browser: press the button again once you are back online.
    </p>
  );
}
