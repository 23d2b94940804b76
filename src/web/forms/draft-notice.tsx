import { useEffect } from 'react';
import { dropRefusal } from '#web/toast/drop-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import type { DraftState } from './draft.ts';
import { type Discard, discardWithUndo } from './draft-discard.ts';

interface DraftNoticeProps {
  draft: Pick<DraftState<object>, 'notice' | 'save' | 'clashWith'>;
  /** The thing's name on screen: 'business'. */
  noun: string;
  /** Not given where the text is saved at once. */
  onDiscard?: Discard;
}

/** 'amy changed this event just now. Reload to see it.' → 'amy changed this event just now.': the notice itself says what to do. */
const firstSentence = (text = '') => text.match(/^.+?\.(?= |$)/)?.[0];

/** Says where the fields come from when they are not simply what is stored. */
export function DraftNotice({ draft: { notice, save, clashWith }, noun, onDiscard }: DraftNoticeProps) {
  const said = notice === 'clash' ? clashWith : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save may be refused with the same sentence
  useEffect(() => dropRefusal(said), [said, save]);
  if (notice === null) return null;
  const isKept = notice === 'kept';
  // The server says who: src/features/audit/server/last-actor.ts.
  const isOneself = clashWith?.startsWith('You, ') === true;
  return (
    <div role="status" className="mb-5 rounded-control border border-gold-line bg-gold-ground p-4 text-16">
      <p className="font-semibold">
        {isKept
          ? 'Welcome back: what you typed is still here.'
          : (firstSentence(clashWith) ?? `This ${noun} has been changed in the meantime, perhaps in another window.`)}
      </p>
      <p className="mt-1">
        {isKept
          ? save.kind === 'saved'
            ? 'It is saved now.'
            : 'It is not saved yet.'
          : isOneself
            ? 'Nothing you typed is lost. The other changes are taken over; where a field was changed in both, it says so. Save once more to keep what stands here.'
            : 'Nothing you typed is lost. Their other changes are taken over; where you both changed a field, it says so. Save once more to keep yours.'}
      </p>
      {onDiscard ? (
        <Button look="secondary" className="mt-3" onClick={() => discardWithUndo(noun, onDiscard)}>
          {isKept ? 'Discard it' : 'Discard all that I typed'}
        </Button>
      ) : null}
    </div>
  );
}
