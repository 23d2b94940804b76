/** Checks who may make a call or see a page. An endpoint's contract and a page's route say for whom they are. */
import type { SessionUser } from '#server/http/serve.ts';
import type { Audience } from '#shared/endpoint.ts';
import { hasRight, whyNotAllowed } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';

/**
 * @param isSetUp the call sets up a second factor, so whoever has to do that may
 * @throws Problem 'second_factor' or 'second_factor_demanded'
 */
export function checkSecondFactor(user: SessionUser | null, { isSetUp = false } = {}): void {
  if (user?.secondFactor === 'asked') {
    throw new Problem('second_factor', 'Please give your second factor first.');
  }
  if (user?.secondFactor === 'demanded' && !isSetUp) {
    throw new Problem(
      'second_factor_demanded',
      'Staff of this site need a second factor. Please set one up on your account page first.',
    );
  }
}

/** The time for which a password or code counts as a proof that the same person is still there. */
const proofMs = 10 * minuteMs;

/** @throws Problem 'proof_needed' */
export function checkFreshProof(user: SessionUser | null, now: Date): void {
  if (user === null || now.getTime() - user.provedAt.getTime() <= proofMs) return;
  throw new Problem(
    'proof_needed',
    'Please enter your password or a code, or use a passkey first, so that we know it is you.',
  );
}

/** The same check as a question. */
export function isAllowed(audience: Audience, user: SessionUser | null): boolean {
  try {
    checkAccess(audience, user);
    return true;
  } catch {
    return false;
  }
}

/**
 * Staff with a second factor count as staff once they have given it in this session; where the site demands one, only they.
 * @throws Problem 'signed_out', 'forbidden', 'second_factor' or 'second_factor_demanded'
 */
export function checkAccess({ who, rights }: Audience, user: SessionUser | null): void {
  if (who === 'anyone') return;
  if (user === null) throw new Problem('signed_out', 'Please log in first.');
  if (who !== 'staff') return;
  if (user.role !== 'staff') throw new Problem('forbidden', 'Only staff may do this.');
  checkSecondFactor(user);
  if (!hasRight(user.rights, rights)) throw new Problem('forbidden', whyNotAllowed(rights));
}
