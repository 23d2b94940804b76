/** Kinds of mail that somebody with an account may stop. The names are stored, and stand in mailed links and in List-Id. */
export const mailKinds = ['messages', 'recommendations', 'changes', 'statistics'] as const;
export type MailKind = (typeof mailKinds)[number];

/** For a sentence: 'Stop emails about messages from visitors'. */
export const mailKindNames: Readonly<Record<MailKind, string>> = {
  messages: 'messages from visitors',
  recommendations: 'recommendations',
  changes: 'changes by our staff',
  statistics: 'monthly numbers',
};
