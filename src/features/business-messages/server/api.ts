import { serve } from '#server/http/serve.ts';
import { isTrapped } from '#shared/trap-field.ts';
import { messageBusiness as messageEndpoint, messageSentMessage } from '../contract.ts';
import { messageBusiness } from './message-business.ts';

export const businessMessagesApi = [
  serve(messageEndpoint, async ({ params, body }, request) => {
    const { topic: _, ...message } = body;
    if (!isTrapped(body)) await messageBusiness(request, { slug: params.slug, ...message });
    return { message: messageSentMessage };
  }),
];
