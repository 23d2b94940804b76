/** The reasons for which a visitor may report a listing, with the form's words. */
export const reportReasons = {
  closed: 'It has closed',
  'wrong-details': 'Some details are wrong',
  duplicate: 'It is listed twice',
  'not-in-area': 'It is not in this area',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;
