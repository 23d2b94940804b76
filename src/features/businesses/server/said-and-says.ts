import type { LetterPart } from '#server/mail/lay-out-letter.ts';
import { emptyWords } from '#shared/empty-words.ts';
import { columnLabel } from '#shared/listing-fields.ts';

interface SaidAndSays {
  field: string;
  /** In words; '' for an empty field. */
  before: string;
  after: string;
}

/** The parts of a mail that tell what a field of a listing said and what it says now. */
export function saidAndSays({ field, before, after }: SaidAndSays): LetterPart[] {
  const label = columnLabel(field) ?? field;
  return [
    ...(before === '' ? [`${label}. ${emptyWords(field).was}.`] : [`${label}. It said:`, { quote: before }]),
    ...(after === '' ? [`${emptyWords(field).now}.`] : ['It says now:', { quote: after }]),
  ];
}
