import { clsx } from 'clsx';
import type { SaveState } from './save-state.ts';

/** Says whether an editor's text is saved, or why not and that nothing is lost. */
export function SaveLine({ save, saved }: { save: SaveState; saved: string }) {
  const isBad = save.kind === 'waiting' || save.kind === 'refused' || save.kind === 'conflict';
  return (
    <p role="status" className={clsx('text-16', isBad ? 'font-medium text-danger' : 'text-ink-soft')}>
      {words(save, saved)}
      {save.kind === 'waiting' && save.why === 'signed-out' ? (
        <>
          {' '}
          <a href="/login" target="_blank" rel="noopener">
            Log in in a new window
          </a>
        </>
      ) : null}
    </p>
  );
}

function words(save: SaveState, saved: string): string {
  switch (save.kind) {
    case 'saved':
      return saved;
    case 'unsaved':
      return 'Not saved yet…';
    case 'saving':
      return 'Saving…';
    case 'refused':
      return `Not saved: ${save.message}`;
    case 'conflict':
      return 'Not saved: there is another version.';
    case 'waiting':
      return {
        offline: 'No connection. Your text is kept in this browser and saved as soon as the line is back.',
        'signed-out': 'You are logged out. Your text is kept in this browser.',
        trouble: 'The site cannot save right now. Your text is kept in this browser and tried again.',
      }[save.why];
  }
}
