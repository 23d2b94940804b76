/** Replaces the addresses of deleted accounts in old records. */
export const erasedText = '(erased)';
