/** Endpoints for the offers of a listing, for its owner and for staff. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { OfferForm, OwnOffer } from './offer-form.ts';
import { BusinessStatus } from './owner-contract.ts';

const params = z.object({ id: z.guid() });
const offerParams = z.object({ id: z.guid(), offerId: z.guid() });

export const OwnOffers = z.object({
  business: z.object({ id: z.string(), slug: z.string(), name: z.string(), status: BusinessStatus }),
  /** Visitors see offers only while it is. */
  isPremium: z.boolean(),
  /** False: the town takes no offers from owners. */
  isOn: z.boolean(),
  /** The day by the town's calendar, and the last day that an offer may name. */
  today: z.string(),
  lastDay: z.string(),
  /** All that are stored; the first to end comes first. */
  offers: z.array(OwnOffer),
});
export type OwnOffers = z.infer<typeof OwnOffers>;

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/businesses/{id}/offers',
  who: 'signed-in',
  summary: 'All offers of one business, for its owner and for staff, also those that visitors do not see',
  params,
  answer: OwnOffers,
  problems: ['not_found'],
});

export const addOffer = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/offers',
  who: 'signed-in',
  creates: true,
  summary: 'Adds an offer to a premium listing, at most 3 in all. The last day is today or later, at most a year ahead',
  params,
  body: OfferForm,
  answer: OwnOffers,
  status: 201,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const changeOffer = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/offers/{offerId}',
  who: 'signed-in',
  summary: 'Changes an offer of a premium listing',
  params: offerParams,
  body: OfferForm,
  answer: OwnOffers,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const removeOffer = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}/offers/{offerId}',
  who: 'signed-in',
  summary: 'Removes an offer, also of a listing that is not premium any more',
  params: offerParams,
  answer: OwnOffers,
  problems: ['forbidden', 'not_found'],
});
