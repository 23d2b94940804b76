/** '(210) 555-0100' gives 'tel:2105550100': what a phone dials, as the number is written. */
export function telephoneLink(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}
