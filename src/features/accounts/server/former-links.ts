/** Links of invitations whose mail was sent again: an earlier link says that a newer mail came. */
import { Problem } from '#shared/problem.ts';
import { newerMail } from '../newer-mail.ts';

/** Earlier links of one invitation that are remembered. */
export const maxFormerLinks = 20;

/** @param newer an open invitation that had this link before */
export const spentLink = (newer: object | undefined, advice = ''): Problem =>
  new Problem(
    'not_found',
    newer ? newerMail : `This invitation was used before, was taken back, or is too old.${advice}`,
  );
