import { serve } from '#server/http/serve.ts';
import {
  getSubscription,
  subscribedMessage,
  subscribeToNewsletter,
  unsubscribedMessage,
  unsubscribeFromNewsletter,
} from '../contract.ts';
import { subscribe } from './subscribe.ts';
import { findSubscription, unsubscribe } from './unsubscribe.ts';

export const newsletterApi = [
  serve(
    subscribeToNewsletter,
    async ({ body }, { db, city, env, now }) => {
      await subscribe(db, { email: body.email, city, env, now: now() });
      return { message: subscribedMessage };
    },
    { limit: 'newsletter' },
  ),
  serve(getSubscription, async ({ query }, { db, setHeader }) => {
    const { email, isSubscribed } = await findSubscription(db, query.token);
    setHeader('Cache-Control', 'no-store');
    return { email: email.replace(/^(.)[^@]*/u, '$1***'), isSubscribed };
  }),
  serve(unsubscribeFromNewsletter, async ({ body }, { db, now }) => {
    await unsubscribe(db, body.token, now());
    return { message: unsubscribedMessage };
  }),
];
