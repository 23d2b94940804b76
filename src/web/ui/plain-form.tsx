/**
 * Forms that work before and without script. A plain POST is answered with the same page, and this context
 * hands its result down.
 */
import { createContext, useContext } from 'react';

export interface PlainFormResult {
  /** The form of the page that was sent. */
  form: string;
  done: boolean;
  message: string;
  fields: Record<string, string>;
  /** The typed values, so that nothing is lost. */
  values: Record<string, string>;
}

const PlainFormContext = createContext<PlainFormResult | null>(null);

export const PlainFormProvider = PlainFormContext.Provider;

/** The result of the plain POST that this page answers, if it came from the named form. */
export function usePlainForm(form: string): PlainFormResult | null {
  const result = useContext(PlainFormContext);
  return result?.form === form ? result : null;
}
