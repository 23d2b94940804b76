/** The kinds of variables that the environment has. */
import * as z from 'zod/mini';

/** Reports a bad environment: one line per bad variable, without secrets. */
export class EnvError extends Error {
  override name = 'EnvError';
}

export function readUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined;
}

interface Rule<T> {
  fallback?: string;
  /** Completes the sentence 'PORT is "x", allowed is …'. */
  allowed: string;
  /** The message describes the value but never prints it. */
  secret?: true;
  /** Returns undefined when the text is not allowed. */
  read(text: string): T | undefined;
}

/**
 * An unset variable without a default is undefined. So is an empty one, because env files cannot unset a
 * variable.
 */
export function variable<T>(rule: Rule<T>) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((held, context): T | undefined => {
      const text = held?.trim() || rule.fallback;
      if (text === undefined) return undefined;
      const value = rule.read(text);
      if (value !== undefined) return value;
      const shown = rule.secret ? `set to a value of ${text.length} characters (not shown)` : JSON.stringify(text);
      context.issues.push({ code: 'custom', message: `is ${shown}, allowed is ${rule.allowed}`, input: undefined });
      return z.NEVER;
    }),
  );
}

export function wholeNumber(
  fallback: string,
  least: number,
  most: number,
  allowed = `a whole number from ${least} to ${most}`,
) {
  return variable({
    fallback,
    allowed,
    read: (text) => {
      const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
  });
}

export function oneOf<const T extends string>(values: readonly T[], fallback?: T) {
  return variable({
    ...(fallback === undefined ? {} : { fallback }),
    allowed: values.join(', '),
    read: (text) => values.find((value) => value === text),
  });
}

export function secret(allowed: string, pattern: RegExp) {
  return variable({ secret: true, allowed, read: (text) => (pattern.test(text) ? text : undefined) });
}
