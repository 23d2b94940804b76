import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

/**
 * Asks once before a card is charged for an order that nobody could find again. Stands below the button for paying: nothing moves
 * under a second click.
 */
export function NoEmail({ onAnswer }: { onAnswer: (form: HTMLFormElement) => void }) {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => words.current?.focus(), []);
  const answer = (act: (form: HTMLFormElement) => void) => (event: MouseEvent<HTMLButtonElement>) => {
    if (event.currentTarget.form) act(event.currentTarget.form);
  };
  return (
    <div className="grid gap-3 rounded-control border border-gold-line bg-gold-ground p-4">
      <p ref={words} tabIndex={-1} className="font-semibold">
        Without an email address only this browser knows your order. Pay without one?
      </p>
      <p className="text-16">Nothing has been charged yet.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={answer((form) => form.querySelector<HTMLInputElement>('[name=email]')?.focus())}>
          Enter an Email
        </Button>
        <Button look="secondary" onClick={answer(onAnswer)}>
          Pay Without Email
        </Button>
      </div>
    </div>
  );
}
