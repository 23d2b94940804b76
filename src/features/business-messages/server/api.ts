import { serve } from '#server/http/serve.ts';
import { isTrapped } from '#shared/trap-field.ts';
import { messageBusiness as messageEndpoint, messageSentMessage } from '../contract.ts';
import * as talk from '../talk-contract.ts';
import { messageBusiness } from './message-business.ts';
import { getTalk, stopTalk, writeInTalk } from './talk-page.ts';

export const businessMessagesApi = [
  serve(messageEndpoint, async ({ params, body }, request) => {
    const { topic: _, ...message } = body;
    if (!isTrapped(body)) await messageBusiness(request, { slug: params.slug, ...message });
    return { message: messageSentMessage };
  }),
  serve(talk.getTalk, ({ query }, { db, setHeader }) => {
    setHeader('Cache-Control', 'no-store');
    return getTalk(db, query.token);
  }),
  serve(talk.writeInTalk, async ({ body }, request) => {
    const { token, text } = body;
    if (!isTrapped(body)) await writeInTalk({ token, text }, request);
    return { message: talk.replySentMessage };
  }),
  serve(talk.stopTalk, async ({ body }, request) => {
    await stopTalk(body, request);
    return { message: talk.stopSavedMessage };
  }),
];
