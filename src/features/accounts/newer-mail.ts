/** For the link of an invitation's mail that a newer one replaced. */
export const newerMail =
  'We sent you a newer email about this invitation, and only the link in that one works. Please open it there.';
