/** Words for the empty side of a change, fit for the field. */

interface EmptyWords {
  was: string;
  now: string;
  /** Nothing is changed yet. */
  wanted: string;
}

const plain: EmptyWords = { was: 'It was empty', now: 'It is removed', wanted: 'Remove it' };
const list: EmptyWords = { was: 'There were none', now: 'All are removed', wanted: 'Remove all' };

const byField: Partial<Record<string, EmptyWords>> = {
  place: { was: 'It had no pin', now: 'The pin is removed', wanted: 'Remove the pin' },
  hours: { was: 'It had no hours', now: 'The hours are removed', wanted: 'Remove the hours' },
  closures: list,
  socialLinks: list,
  properties: list,
};

/** `field`: the name of a listing's field; any other word gets the plain words. */
export const emptyWords = (field: string): EmptyWords => byField[field] ?? plain;
