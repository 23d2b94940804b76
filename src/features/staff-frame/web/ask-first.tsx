import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { ButtonLook } from '#web/ui/button.tsx';
import { SmallButton } from './staff-parts.tsx';

interface AskFirstProps {
  label: string;
  look?: ButtonLook;
  /** The state after the action. */
  consequence: string;
  /** The label of the button that runs the action. */
  action: string;
  /** Fields between the words and the buttons. */
  children?: ReactNode;
  /** False while a field has to be filled first. */
  isReady?: boolean;
  isPending: boolean;
  onSure: () => void;
}

/** A button for actions that must not run by accident. Escape cancels. */
export function AskFirst({
  label,
  look = 'secondary',
  consequence,
  action,
  children,
  isReady = true,
  isPending,
  onSure,
}: AskFirstProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (isAsking) cancel.current?.focus();
    else if (wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking) {
    return (
      <SmallButton ref={button} look={look} disabled={isPending} onClick={() => setAsking(true)}>
        {label}
      </SmallButton>
    );
  }
  return (
    <fieldset
      className="flex min-w-0 flex-wrap items-center gap-2 rounded-control border border-line-strong p-3"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <legend className="sr-only">{label.replace(/\.+$/, '')}: are you sure?</legend>
      <span className="text-16">{consequence}</span>
      {children}
      <SmallButton
        look="danger"
        disabled={isPending || !isReady}
        onClick={() => {
          setAsking(false);
          onSure();
        }}
      >
        {action}
      </SmallButton>
      <SmallButton ref={cancel} onClick={() => setAsking(false)}>
        Cancel
      </SmallButton>
    </fieldset>
  );
}
