import { type ReactNode, type RefObject, useId, useState } from 'react';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Button } from '#web/ui/button.tsx';

interface PlanQuestionProps {
  /** The button that opens the question. It stays on the page, so the caller can keep the focus near it. */
  opener: RefObject<HTMLButtonElement | null>;
  label: string;
  /** The label for screen readers, with the plan that it is about. */
  name: string;
  /** The question, and what follows from a yes. */
  children: ReactNode;
  /** The button for yes, and its words while the call runs. */
  yes: { label: string; saving: string; look?: 'danger' };
  no: string;
  isPending: boolean;
  onYes: () => void;
}

/** Asks, saying what follows, before something is done about a plan. */
export function PlanQuestion({ opener, label, name, children, yes, no, isPending, onYes }: PlanQuestionProps) {
  const [isAsked, setAsked] = useState(false);
  const question = useId();
  return (
    <>
      {/* The button keeps its place: without it, the next one would slide under the second click of a double click. */}
      <Button
        look="secondary"
        ref={opener}
        className={isAsked ? 'invisible' : undefined}
        aria-label={name}
        onClick={() => setAsked(true)}
      >
        {label}
      </Button>
      {isAsked ? (
        <fieldset aria-labelledby={question} className="grid basis-full gap-3 rounded-control bg-gold-ground p-4">
          <p id={question} className="text-16" tabIndex={-1} ref={takeFocus}>
            {children}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button {...(yes.look ? { look: yes.look } : {})} disabled={isPending} onClick={onYes}>
              {isPending ? yes.saving : yes.label}
            </Button>
            <Button
              look="secondary"
              disabled={isPending}
              onClick={() => {
                setAsked(false);
                requestAnimationFrame(() => opener.current?.focus());
              }}
            >
              {no}
            </Button>
          </div>
        </fieldset>
      ) : null}
    </>
  );
}
