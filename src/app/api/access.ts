/** Checks who may make a call or see a page. An endpoint's contract and a page's route say for whom they are. */
import type { SessionUser } from '#server/http/serve.ts';
import type { Who } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';

/** @throws Problem 'second_factor' */
export function checkSecondFactor(user: SessionUser | null): void {
  if (user?.secondFactor !== 'asked') return;
  throw new Problem('second_factor', 'Please enter the code from your authenticator app first.');
}

/** The same check as a question. */
export function isAllowed(who: Who, user: SessionUser | null): boolean {
  try {
    checkAccess(who, user);
    return true;
  } catch {
    return false;
  }
}

/**
 * Staff with a second factor count as staff once they have given it in this session.
 * @throws Problem 'signed_out', 'forbidden' or 'second_factor'
 */
export function checkAccess(who: Who, user: SessionUser | null): void {
  if (who === 'anyone') return;
  if (user === null) throw new Problem('signed_out', 'Please log in first.');
  if (who === 'staff' && user.role !== 'staff') throw new Problem('forbidden', 'Only staff may do this.');
  if (who === 'staff') checkSecondFactor(user);
}
