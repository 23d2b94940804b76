/** Added to the time of everybody without Premium, so that one number orders a list: Premium first, then by time. */
export const behindPremiumMs = 100_000_000_000_000;
