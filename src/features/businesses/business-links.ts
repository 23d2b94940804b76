import type { Business } from './contract.ts';

/** Addresses that a business's details lead to. */

type PlacedBusiness = Pick<Business, 'name' | 'address' | 'latitude' | 'longitude'>;

/**
 * The way there from wherever somebody is: to its address, or to its pin where it has no address.
 * @param town '{city}, {region}', for a business without address
 */
export function directionsLink({ name, address, latitude, longitude }: PlacedBusiness, town: string): string {
  const destination =
    address === null && latitude !== null && longitude !== null
      ? `${latitude},${longitude}`
      : `${name}, ${address ?? town}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}

/** A maps search for the business where it says it is. @param town '{city}, {region}', for a business without address */
export function mapLink(business: { name: string; address: string | null }, town: string): string {
  const query = `${business.name}, ${business.address ?? town}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
