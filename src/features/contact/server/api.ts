import { serve } from '#server/http/serve.ts';
import { getContactStart, messageSentMessage, sendContactMessage } from '../contract.ts';
import { findListingFor } from './find-listing.ts';
import { sendMessage } from './send-message.ts';

export const contactApi = [
  serve(getContactStart, async ({ query: { about } }, { db, user: signedIn }) => {
    // Before the second factor is given, a session shows nothing of its account.
    const user = signedIn?.secondFactor === 'asked' ? null : signedIn;
    const listing = about === '' ? null : await findListingFor(db, about, user?.id);
    return {
      listing: listing && { slug: listing.slug, name: listing.name },
      person: user && { name: user.username, email: user.email },
    };
  }),
  serve(sendContactMessage, async ({ body }, { db, city, env, now }) => {
    await sendMessage(db, body, { city, env, now });
    return { message: messageSentMessage };
  }),
];
