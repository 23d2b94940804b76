/** Sample content shows paid listings. Their subscriptions have ids of their own, which Stripe does not know. */
import { like, not } from 'drizzle-orm';
import { subscriptions } from '#server/db/schema/index.ts';

export const isSample = (id: string) => id.startsWith('sample_');
export const notSample = not(like(subscriptions.id, 'sample\\_%'));
