import { clsx } from 'clsx';
import { formatTime } from '#shared/dates.ts';
import type { SaveState } from './use-article-draft.ts';

interface SaveLineProps {
  save: SaveState;
  savedAt: string | undefined;
  timeZone: string;
}

/** 'Saved 10:42 AM', or the reason why not and that nothing is lost. */
export function SaveLine({ save, savedAt, timeZone }: SaveLineProps) {
  const isBad = save.kind === 'waiting' || save.kind === 'refused' || save.kind === 'conflict';
  return (
    <p role="status" className={clsx('text-16', isBad ? 'font-medium text-danger' : 'text-ink-soft')}>
      {words(save, savedAt && formatTime(savedAt, timeZone))}
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

function words(save: SaveState, time: string | undefined): string {
  switch (save.kind) {
    case 'saved':
      return time ? `Saved ${time}` : 'Nothing written yet';
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
