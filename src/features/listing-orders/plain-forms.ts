import { plainForm } from '#shared/plain-form.ts';
import { detailsSentMessage, sendListingDetails } from './contract.ts';
import { detailNames } from './details-fields.ts';

export const listingOrderForms = [
  plainForm({
    form: 'listing-details',
    action: '/listing-details',
    fields: ['order', 'email', ...detailNames],
    endpoint: sendListingDetails,
    body: (values) => values,
    page: ({ url }) => `/listing-details?${new URLSearchParams({ order: url.searchParams.get('order') ?? '' })}`,
    mark: 'listing-details',
    doneMessage: detailsSentMessage,
  }),
];
