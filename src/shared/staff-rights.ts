/** The rights of staff (docs/product-rules.md#staff): a person may have several. */

export const staffRights = ['editor', 'moderator', 'treasurer', 'administrator'] as const;
export type StaffRight = (typeof staffRights)[number];

/** One of these rights, which an administrator always has; 'any': everybody of the staff. */
export type NeededRights = readonly StaffRight[] | 'any';
