import { plainForm } from '#shared/plain-form.ts';
import { correctionSentMessage, suggestCorrection } from './contract.ts';

export const correctionForms = [
  plainForm({
    form: 'correction',
    action: '/business/:slug/suggest-change',
    fields: ['field', 'right', 'source', 'email', 'topic'],
    endpoint: suggestCorrection,
    body: (values) => values,
    page: ({ params }) => `/business/${encodeURIComponent(params.slug ?? '')}/suggest-change`,
    mark: 'correction',
    doneMessage: correctionSentMessage,
  }),
];
