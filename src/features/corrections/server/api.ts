import { serve } from '#server/http/serve.ts';
import { isTrapped } from '#shared/trap-field.ts';
import { correctionSentMessage, suggestCorrection as suggestEndpoint } from '../contract.ts';
import { suggestCorrection } from './suggest-correction.ts';

export const correctionsApi = [
  serve(suggestEndpoint, async ({ params, body }, request) => {
    const { topic: _, email = '', ...words } = body;
    if (!isTrapped(body)) {
      await suggestCorrection(request, { slug: params.slug, ...words, email: email === '' ? null : email });
    }
    return { message: correctionSentMessage };
  }),
];
