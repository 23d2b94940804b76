import { Button } from '#web/ui/button.tsx';
import { type Discard, discardWithUndo } from './draft-discard.ts';

interface KeptNoticeProps {
  /** The thing's name on screen: 'notice'. */
  noun: string;
  /** The form's way to the server: 'sent' for an answer, 'saved' for a setting. */
  verb: 'sent' | 'saved';
  /** True for text of an earlier visit. */
  isKept: boolean;
  /** True when somebody has changed what is stored since this was typed. */
  isOutdated: boolean;
  /** True when the next save is refused once, and names what has changed. */
  isToldOnSaving?: boolean;
  onDiscard: Discard;
}

/** Says that the fields hold something that was never sent, and gives it up on demand. One line, because many forms are short. */
export function KeptNotice({ noun, verb, isKept, isOutdated, isToldOnSaving = false, onDiscard }: KeptNoticeProps) {
  if (!isKept && !isOutdated) return null;
  return (
    <div
      role="status"
      className="col-span-full flex flex-wrap items-center gap-x-2 rounded-control border border-gold-line bg-gold-ground py-1 pr-1 pl-4 text-16"
    >
      <p className="min-w-0 flex-1 basis-32 py-2">
        {isKept ? `What you typed is still here. It is not ${verb} yet.` : null}{' '}
        {isOutdated
          ? `The stored ${noun} has changed since you began. Discard yours to see it, or ${isToldOnSaving ? 'save to read what changed' : 'let yours replace it'}.`
          : null}
      </p>
      <Button look="quiet" onClick={() => discardWithUndo(noun, onDiscard)}>
        Discard it
      </Button>
    </div>
  );
}
