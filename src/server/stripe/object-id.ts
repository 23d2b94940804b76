/** The id behind a reference of Stripe: the id itself, or the object where the call expanded it. */
export function objectId(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
