import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from './button.tsx';
import { keepFocusNear } from './keep-focus-near.ts';

interface AskOnceMoreProps<T> {
  /** On the first button, and its name for those who hear the page. */
  label: ReactNode;
  name: string;
  question: ReactNode;
  /** On the button that does it. */
  yes: string;
  yesName: string;
  no: string;
  act: () => Promise<T>;
  /** A toast; left out where `onDone` says it. */
  done?: string;
  failed: string;
  onDone: (answer: T) => void;
}

/** A button of owners that asks once more before something is gone. */
export function AskOnceMore<T>({ label, name, question, yes, yesName, no, ...rest }: AskOnceMoreProps<T>) {
  const { act, done, failed, onDone } = rest;
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsking || wasAsked.current) place.current?.querySelector('button')?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  const run = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      keepFocusNear(place.current);
      if (done !== undefined) showToast({ title: done });
      onDone(answer);
    },
    onError: (error) => showToast({ title: 'Error', text: problemMessage(error, failed), destructive: true }),
  });
  return (
    <div ref={place} className="flex flex-wrap items-center gap-3">
      {isAsking ? (
        <>
          <p className="text-16 font-semibold">{question}</p>
          <Button
            look="danger"
            aria-label={yesName}
            aria-disabled={run.isPending}
            onClick={() => {
              if (!run.isPending) run.mutate();
            }}
          >
            {yes}
          </Button>
          <Button look="secondary" onClick={() => setAsking(false)}>
            {no}
          </Button>
        </>
      ) : (
        <Button look="quiet" aria-label={name} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
    </div>
  );
}
