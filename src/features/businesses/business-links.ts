/** Addresses that a business's details lead to. */

/** 'tel:+12105550110'; null when the number has no digits. */
export function phoneLink(phone: string): string | null {
  const [main = '', extension] = phone.split(/\s*(?:ext\.?|extension|x|#)\s*(?=\d{1,6}$)/i);
  const digits = main.replace(/\D/g, '');
  if (digits === '') return null;
  const prefix = main.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : digits.length === 11 ? '+' : '';
  return `tel:${prefix}${digits}${extension ? `;ext=${extension}` : ''}`;
}

/** A maps search for the business where it says it is. @param town '{city}, {region}', for a business without address */
export function mapLink(business: { name: string; address: string | null }, town: string): string {
  const query = `${business.name}, ${business.address ?? town}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
