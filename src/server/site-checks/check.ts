/** One line of the site's check-up. */
export interface Check {
  name: string;
  /** 'note': worth knowing, or something that only a person can check. */
  state: 'right' | 'note' | 'wrong';
  /** The finding; for a fault, also what to do. */
  text: string;
  /** The page of the staff area that has more. */
  page?: string;
}

export const right = (name: string, text: string): Check => ({ name, state: 'right', text });
export const note = (name: string, text: string): Check => ({ name, state: 'note', text });
export const wrong = (name: string, text: string): Check => ({ name, state: 'wrong', text });
