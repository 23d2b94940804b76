/** What a visitor may report, with the words of the form. */
export const reportReasons = {
  closed: 'It has closed',
  'wrong-details': 'Some details are wrong',
  duplicate: 'It is listed twice',
  'not-in-area': 'It is not in this area',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;
