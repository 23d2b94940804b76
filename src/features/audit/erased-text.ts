/** Stands in old records in place of an address whose person has deleted their account. */
export const erasedText = '(erased)';
