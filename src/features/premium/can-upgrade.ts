interface Upgradable {
  isPremium: boolean;
  /** Approved. */
  verified: boolean;
}

/** An upgrade needs at least one approved business, and one that is not premium (docs/product-rules.md#premium). */
export function canUpgrade(businesses: readonly Upgradable[]): boolean {
  return businesses.some(({ verified }) => verified) && businesses.some(({ isPremium }) => !isPremium);
}
