/** Forms work before and without script: a plain POST is answered with the same page, and what came of it is handed down here. */
import { createContext, useContext } from 'react';

export interface PlainFormResult {
  /** Which form of the page was sent. */
  form: string;
  done: boolean;
  message: string;
  fields: Record<string, string>;
  /** What was typed, so that nothing is lost. */
  values: Record<string, string>;
}

const PlainFormContext = createContext<PlainFormResult | null>(null);

export const PlainFormProvider = PlainFormContext.Provider;

/** The result of the plain POST that this page answers, when it was the named form's. */
export function usePlainForm(form: string): PlainFormResult | null {
  const result = useContext(PlainFormContext);
  return result?.form === form ? result : null;
}
