import { serve } from '#server/http/serve.ts';
import { messageSentMessage, sendContactMessage } from '../contract.ts';
import { sendMessage } from './send-message.ts';

export const contactApi = [
  serve(sendContactMessage, async ({ body }, { db, city, env, now }) => {
    await sendMessage(db, body, { city, env, now });
    return { message: messageSentMessage };
  }),
];
