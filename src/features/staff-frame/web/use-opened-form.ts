import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeptThing } from '#web/forms/use-kept.tsx';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';

/**
 * A form that a button opens in its own place: the focus goes to the first field, after a refusal to the first error, and
 * back to the button when the form closes. Escape closes it. Typed words are kept.
 * @param send resolves to errors by field; null when all is done
 */
export function useOpenedForm(thing: KeptThing, send: (values: FormData) => Promise<Record<string, string> | null>) {
  const [isOpen, setOpen] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const kept = useKeptForm(thing);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) first.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors move the focus to the first of them
  useLayoutEffect(
    () => first.current?.form?.querySelector<HTMLElement>('[aria-invalid], [data-refused]')?.focus(),
    [errors],
  );

  const close = () => setOpen(false);
  async function submit(values: FormData) {
    const refused = await send(values);
    setErrors(refused ?? {});
    if (refused !== null) return;
    kept.settle();
    close();
  }

  return {
    ...{ isOpen, errors, opener, first, close },
    open: () => setOpen(true),
    notice: kept.notice,
    /** For the form element. */
    form: {
      ref: kept.ref,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') close();
      },
    },
  };
}
