/** The reasons for which a visitor may report a listing, with the form's words. */
export const reportReasons = {
  closed: 'It has closed',
  'wrong-details': 'Some details are wrong',
  duplicate: 'It is listed twice',
  'not-in-area': 'The business is not in this area',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;

/** With those that no visitor chooses: an owner reports a message from the dashboard, a recommendation has its own form. */
export const allReportReasons = {
  ...reportReasons,
  message: 'A message that its owner got',
  recommendation: 'A recommendation',
} as const;
