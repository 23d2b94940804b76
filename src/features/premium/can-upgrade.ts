interface Upgradable {
  isPremium: boolean;
  /** Approved. */
  verified: boolean;
}

/** Specification 2: at least one business, not all of them premium, and at least one approved. */
export function canUpgrade(businesses: readonly Upgradable[]): boolean {
  return businesses.some(({ verified }) => verified) && businesses.some(({ isPremium }) => !isPremium);
}
