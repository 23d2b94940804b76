/** '(210) 555-0100' gives 'tel:2105550100'. */
export function telephoneLink(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}
