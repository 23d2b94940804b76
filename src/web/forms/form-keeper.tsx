import { useLayoutEffect } from 'react';
import type { KeptThing } from './use-kept.tsx';
import { useKeptForm } from './use-kept-form.tsx';

interface FormKeeperProps extends KeptThing {
  form: HTMLFormElement;
  /** Gets the function to call when the form is sent. */
  onReady: (settle: () => void) => void;
}

/** As useKeptForm, for a public page, which loads it after the form is there. */
export default function FormKeeper({ form, thing, noun, onReady }: FormKeeperProps) {
  const { ref, notice, settle } = useKeptForm({ thing, noun });
  useLayoutEffect(() => ref(form), [form, ref]);
  useLayoutEffect(() => onReady(settle));
  return notice;
}
