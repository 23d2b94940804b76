/** The id of the dashboard's part with what staff changed in a listing, to which mails lead. */
export const staffChangesPart = (businessId: string): string => `by-staff-${businessId}`;
