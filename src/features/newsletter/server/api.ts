import { serve } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import {
  getSubscription,
  subscribedMessage,
  subscribeToNewsletter,
  unsubscribedMessage,
  unsubscribeFromNewsletter,
} from '../contract.ts';
import * as reader from '../reader-contract.ts';
import { chooseTopics, confirmSubscription } from './choose-topics.ts';
import { readArchive, readArchivedIssue } from './read-archive.ts';
import { bounceWebhook } from './receive-bounce.ts';
import { subscribeReader } from './subscribe.ts';
import { findSubscription, shortened, unsubscribe } from './unsubscribe.ts';

export const newsletterApi = [
  serve(subscribeToNewsletter, async ({ body }, { db }) => {
    await enqueue(db, subscribeReader, { email: body.email });
    return { message: subscribedMessage };
  }),
  serve(getSubscription, async ({ query }, { db, setHeader }) => {
    const { email, isSubscribed } = await findSubscription(db, query.token);
    setHeader('Cache-Control', 'no-store');
    return { email: shortened(email), isSubscribed };
  }),
  serve(unsubscribeFromNewsletter, async ({ body }, { db, now }) => {
    await unsubscribe(db, body.token, now());
    return { message: unsubscribedMessage };
  }),
  serve(reader.getPreferences, async ({ query }, { db, setHeader }) => {
    const { email, status, topics } = await findSubscription(db, query.token);
    setHeader('Cache-Control', 'no-store');
    return { email: shortened(email), status, topics };
  }),
  serve(reader.savePreferences, async ({ body }, request) => {
    await chooseTopics(request, body);
    return { message: body.topics.length === 0 ? unsubscribedMessage : reader.preferencesSavedMessage };
  }),
  serve(reader.confirmSubscription, async ({ body }, { db, now }) => {
    await confirmSubscription(db, body.token, now());
    return { message: reader.confirmedMessage };
  }),
  serve(reader.listArchive, (_, { db }) => readArchive(db), { tags: () => ['newsletter'] }),
  serve(reader.getArchivedIssue, ({ params }, { db }) => readArchivedIssue(db, params.slug), {
    tags: () => ['newsletter'],
  }),
  bounceWebhook,
];
