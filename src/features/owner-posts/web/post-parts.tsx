/** Parts of the owner's lists of announcements and of events. */
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { endOwnEvent, type OwnEvent, type OwnPosts, removeAnnouncement } from '../contract.ts';
import { useTakeOverPosts } from './post-queries.ts';

export interface PartProps {
  listing: OwnPosts;
  userId: string;
}

/** The button that opened a form is gone once it closes: keyboards continue at the heading. */
export function useOpenForm() {
  const [open, setOpen] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (open === null && wasOpen.current) heading.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  return { open, setOpen, close: () => setOpen(null), heading };
}

export const Why = ({ reason }: { reason: string | null }): ReactNode =>
  reason === null ? null : (
    <p className="mt-2 rounded-control bg-danger-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      Because: {reason}
    </p>
  );

interface ChangeNoteProps {
  businessId: string;
  /** The announcement's first words, or the event's title. */
  of: string;
  where: 'on your page' | 'in the calendar';
  change: NonNullable<OwnEvent['change']>;
  onTakenBack: () => void;
  /** The words of the change. */
  children?: ReactNode;
}

/** Says that visitors still see the former words, and lets the owner take the change back. */
export function ChangeNote({ businessId, of, where, change, onTakenBack, children }: ChangeNoteProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
  const { id, state, reason } = change;
  const isWaiting = state === 'waiting';
  const endpoint = where === 'on your page' ? removeAnnouncement : endOwnEvent;
  return (
    <div className="mt-3 rounded-control border border-line bg-ground p-4 text-16">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isWaiting ? (
          <Badge tint="orange">We look at your change</Badge>
        ) : (
          <Badge tint="red">Your change is not shown</Badge>
        )}
        Until {isWaiting ? 'then' : 'you change it again'}, what is {where} stays as it is.
      </p>
      {children}
      <Why reason={reason} />
      <div className="mt-2">
        <AskOnceMore
          label={
            <>
              <Undo2 aria-hidden="true" size={18} />
              {isWaiting ? 'Take the change back' : 'Forget the change'}
            </>
          }
          name={`${isWaiting ? 'Take the change back' : 'Forget the change'}: ${of}`}
          question={isWaiting ? 'Take this change back?' : 'Forget this change?'}
          yes={isWaiting ? 'Yes, take it back' : 'Yes, forget it'}
          yesName={`${isWaiting ? 'Yes, take back the change of' : 'Yes, forget the change of'} ${of}`}
          no="Keep it"
          act={() => callApi(client, endpoint, { params: { id: businessId, postId: id } })}
          done={isWaiting ? 'The change is taken back' : 'The change is gone'}
          failed="This could not be saved. Check the connection and try again."
          onDone={({ answer }) => {
            takeOver(answer);
            onTakenBack();
          }}
        />
      </div>
    </div>
  );
}
