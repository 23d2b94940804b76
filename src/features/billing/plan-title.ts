/** 'Claim: García Bakery', 'Premium for all your listings'. @param business null: all listings */
export const planTitle = ({ name, business }: { name: string; business: string | null }): string =>
  business === null ? name : `${name}: ${business}`;
