/** Logs and counts the refusals that an attack causes. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { currentCall } from '#server/call-context.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { noteSecurityEvent, type SecurityEvent } from '#server/security-events.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';

const ofCode: Partial<Record<ProblemCode, SecurityEvent>> = {
  wrong_credentials: 'log_in_refused',
  signed_out: 'signed_out',
  forbidden: 'forbidden',
  second_factor: 'forbidden',
  second_factor_demanded: 'forbidden',
  proof_needed: 'forbidden',
  csrf: 'csrf',
  too_many: 'too_many',
};

const ofRefusal = {
  'log-in': 'log_in_refused',
  'second-factor': 'second_factor_refused',
  'own-password': 'password_check_refused',
} as const;

function eventOf({ code, trace }: Problem, path: string): SecurityEvent | undefined {
  if (trace?.limit?.startsWith('log-in-')) return 'log_in_limited';
  if (trace?.limit?.startsWith('second-factor')) return 'second_factor_limited';
  if (trace?.refused) return ofRefusal[trace.refused];
  if (code === 'signed_out' && path === '/api/auth/me') return 'nobody_signed_in';
  return ofCode[code];
}

/** @param routeOf the pattern of a path */
export function noteRefusal(
  c: Context<ApiEnv>,
  error: unknown,
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  routeOf: (path: string) => string,
): void {
  if (!(error instanceof Problem)) return;
  const event = eventOf(error, c.req.path);
  if (event === undefined) return;
  const request = c.get('request') as ApiEnv['Variables']['request'] | undefined;
  const socket = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming?.socket;
  noteSecurityEvent({ db, log }, event, {
    clientAddress:
      request?.clientAddress ?? clientAddress(socket?.remoteAddress, c.req.header('x-forwarded-for'), env.trustProxy),
    requestId: request?.requestId ?? currentCall()?.requestId ?? randomUUID(),
    method: c.req.method,
    route: routeOf(c.req.path),
    account: error.trace?.account ?? request?.user?.id,
    limit: error.trace?.limit,
  });
}
