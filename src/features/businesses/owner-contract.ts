/** Endpoints for owners of businesses. Apart from contract.ts, so that public pages do not carry it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { plainTexts, recordOf } from '#shared/listing-fields.ts';
import { ListingEdit, ListingForm } from './business-form.ts';
import { maxPhotos } from './business-photos.ts';
import { Business, BusinessSummary, SearchTerm } from './contract.ts';
import { OwnOffer } from './offer-form.ts';

/** The picture of a listing without Premium: visitors see one of the two. */
export const BasicPicture = z.enum(['logo', 'photo']);
export type BasicPicture = z.infer<typeof BasicPicture>;
export const maxAltLength = 200;

export const BusinessStatus = z.enum(['pending', 'approved', 'rejected', 'hidden']);

/** Fields that staff have put back to what they said before an edit. */
const PutBack = z.object({
  at: z.string(),
  /** Their labels. */
  fields: z.array(z.string()),
  /** '' for none. */
  reason: z.string(),
});
export type PutBack = z.infer<typeof PutBack>;

/** A field that still says what staff wrote. Its values are in words; '' for an empty one. */
const StaffChange = z.object({
  /** The edit by staff; with the field it names the change. */
  id: z.string(),
  at: z.string(),
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});
export type StaffChange = z.infer<typeof StaffChange>;

/** One of the user's own: any state, and why it was refused. */
export const OwnBusinessSummary = z.extend(BusinessSummary, {
  status: BusinessStatus,
  rejectionReason: z.nullable(z.string()),
  /** Its owner took it off the directory, and may put it back. */
  hiddenByOwner: z.boolean(),
  putBack: z.nullable(PutBack),
  staffChanges: z.array(StaffChange),
  /** When its owner or staff last said that all of it is right. */
  confirmedAt: z.nullable(z.string()),
  /** The owner's switch. */
  takesMessages: z.boolean(),
  hasHours: z.boolean(),
  /** A logo or a photo, whether or not visitors see it. */
  hasPicture: z.boolean(),
  /** False: the caller is one of its managers. */
  isOwner: z.boolean(),
  /** Tells what the town lets owners publish on their pages. */
  mayPost: z.object({ offers: z.boolean(), announcements: z.boolean(), events: z.boolean() }),
});
export type OwnBusinessSummary = z.infer<typeof OwnBusinessSummary>;

export const OwnPhoto = z.object({ id: z.string(), url: z.string(), alt: z.string() });
export type OwnPhoto = z.infer<typeof OwnPhoto>;

/** Everything that the edit form shows. */
export const EditableBusiness = /* @__PURE__ */ (() =>
  z.extend(z.omit(Business, { announcements: true, events: true, recommendations: true }), {
    ...recordOf(plainTexts, () => z.nullable(z.string())),
    status: BusinessStatus,
    rejectionReason: z.nullable(z.string()),
    hiddenByOwner: z.boolean(),
    /** Counts edits; a save that names an older one is refused. */
    version: z.number(),
    photos: z.array(OwnPhoto),
    basicPicture: BasicPicture,
    /** All that are stored, whether or not visitors see them. */
    offers: z.array(OwnOffer),
  }))();
export type EditableBusiness = z.infer<typeof EditableBusiness>;

const params = z.object({ id: z.guid() });

export const listOwnBusinesses = endpoint({
  method: 'GET',
  path: '/api/user/businesses',
  who: 'signed-in',
  summary: "The signed-in user's businesses, whatever their state, newest first",
  answer: z.array(OwnBusinessSummary),
  problems: [],
});

export const getOwnBusiness = endpoint({
  method: 'GET',
  path: '/api/businesses/id/{id}',
  who: 'signed-in',
  summary: 'One business for the edit form, for its owner and for staff',
  params,
  answer: EditableBusiness,
  problems: ['not_found'],
});

export const submitBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses',
  who: 'signed-in',
  limit: 'submissions',
  creates: true,
  summary: 'Adds a business of the signed-in user, to be reviewed by staff',
  body: ListingForm,
  answer: EditableBusiness,
  status: 201,
  problems: [],
});

export const updateBusiness = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}',
  who: 'signed-in',
  summary:
    'Edits an own business; what is left out of the optional fields stays, as do description and address where they are empty. With `version` (or If-Match) an edit of an old copy answers 409, with what each field says now',
  params,
  body: z.extend(ListingEdit, { version: z.optional(z.int()) }),
  answer: EditableBusiness,
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const withdrawBusiness = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}',
  who: 'signed-in',
  summary: 'Takes back an own business that is not approved; one that is in the directory can be taken off it',
  params,
  answer: z.object({}),
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const setListed = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/listed',
  who: 'signed-in',
  limit: 'listing-switches',
  summary: 'Takes an own approved business off the directory, or puts back one that its owner took off',
  params,
  body: z.object({ listed: z.boolean() }),
  answer: z.object({ status: BusinessStatus }),
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const confirmBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/confirmation',
  who: 'signed-in',
  summary: 'Says that all of an approved business is still right; its page shows the day. A save says the same',
  params,
  answer: z.object({ confirmedAt: z.string() }),
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const changeBack = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/change-back',
  who: 'signed-in',
  summary:
    'Puts one field of an own business back to what it said before staff changed it; 409 when it was changed since',
  params,
  body: z.object({ field: z.string().check(z.maxLength(40)), change: z.guid() }),
  answer: z.object({}),
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const SimilarBusiness = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  categoryName: z.string(),
  /** Somebody has it: then it is the same name at the same address. */
  isOwned: z.boolean(),
});
export type SimilarBusiness = z.infer<typeof SimilarBusiness>;

export const findSimilarBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/similar',
  who: 'signed-in',
  summary:
    'Approved businesses that look like the same place, at most 3; those with an owner only if nearly all says so',
  query: z.object({ name: SearchTerm, address: z.optional(SearchTerm) }),
  answer: z.array(SimilarBusiness),
  problems: [],
});

export const suggestAddresses = endpoint({
  method: 'GET',
  path: '/api/businesses/addresses',
  who: 'signed-in',
  limit: 'address-suggestions',
  summary: 'Addresses that begin as typed, in streets where listings are, at most 6; none without a house number',
  query: z.object({ typed: SearchTerm }),
  answer: z.array(z.string()),
  problems: [],
});

export const putLogo = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/logo',
  who: 'signed-in',
  limit: 'uploads',
  summary: 'The body is the picture: JPEG, PNG, WebP or AVIF, at most 10 MB and 40 megapixels',
  params,
  upload: true,
  /** `undoId`: see undoPicture; null where there was no logo before. */
  answer: z.object({ logoUrl: z.string(), undoId: z.nullable(z.string()) }),
  problems: ['forbidden', 'not_found', 'invalid'],
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}/logo',
  who: 'signed-in',
  summary: 'Takes the logo away',
  params,
  answer: z.object({ logoUrl: z.null(), undoId: z.nullable(z.string()) }),
  problems: ['forbidden', 'not_found'],
});

const Photos = z.object({ photos: z.array(OwnPhoto) });
const Alt = z.string().check(z.trim(), z.maxLength(maxAltLength, 'Please keep it under 200 characters'));

export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/photos',
  who: 'signed-in',
  limit: 'uploads',
  creates: true,
  summary: 'Adds a photo at the end, at most 12 in all. The body is the picture, as for the logo',
  params,
  query: z.object({ alt: z._default(Alt, '') }),
  upload: true,
  answer: Photos,
  status: 201,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const arrangePhotos = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/photos',
  who: 'signed-in',
  summary: 'Order and descriptions of all photos; the first one is shown on cards',
  params,
  body: z.object({ photos: z.array(z.object({ id: z.string(), alt: Alt })).check(z.maxLength(2 * maxPhotos)) }),
  answer: Photos,
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}/photos/{photoId}',
  who: 'signed-in',
  summary: 'Takes a photo away',
  params: z.object({ id: z.guid(), photoId: z.string().check(z.maxLength(40)) }),
  answer: z.object({ photos: z.array(OwnPhoto), undoId: z.string() }),
  problems: ['forbidden', 'not_found'],
});

export const undoPicture = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/pictures/undo',
  who: 'signed-in',
  summary: 'Puts back a logo or photo that this person removed or replaced within 30 seconds',
  params,
  body: z.object({ undoId: z.guid() }),
  answer: z.object({ logoUrl: z.nullable(z.string()), photos: z.array(OwnPhoto) }),
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const chooseBasicPicture = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/basic-picture',
  who: 'signed-in',
  summary: 'Which picture visitors see while the listing is not premium: the logo or the first photo',
  params,
  body: z.object({ basicPicture: BasicPicture }),
  answer: z.object({ basicPicture: BasicPicture }),
  problems: ['forbidden', 'not_found'],
});
