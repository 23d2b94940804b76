import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';

interface TalkSoFarProps {
  talk: readonly { by: 'us' | 'them'; text: string; at: string }[];
  /** A question that waits stands below, where it is answered; null for none. */
  question: string | null;
  /** Words from before anybody asked; '' for none. */
  note?: string;
}

/** Questions and answers, oldest first. */
export function TalkSoFar({ note = '', question, talk }: TalkSoFarProps) {
  const { timeZone } = useCity();
  const waiting = question === null ? -1 : talk.findLastIndex(({ by, text }) => by === 'us' && text === question);
  const lines = talk.filter((_, at) => at !== waiting);
  if (lines.length === 0) return null;
  return (
    <ol aria-label="What was said" className="grid w-full gap-3">
      {note === '' ? null : (
        <li>
          <p className="text-14 text-ink-soft">You said with your claim:</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
        </li>
      )}
      {lines.map(({ by, text, at }) => (
        <li key={at + text} className={by === 'us' ? 'rounded-control bg-ground-deep px-4 py-2' : undefined}>
          <p className="text-14 text-ink-soft">
            {by === 'us' ? 'We wrote' : 'You answered'} on {formatDate(at, timeZone)}, {formatTime(at, timeZone)}
          </p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        </li>
      ))}
    </ol>
  );
}
