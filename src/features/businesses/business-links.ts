/** Addresses that a business's details lead to. */

/** A maps search for the business where it says it is. @param town '{city}, {region}', for a business without address */
export function mapLink(business: { name: string; address: string | null }, town: string): string {
  const query = `${business.name}, ${business.address ?? town}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
