import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import * as offersContract from '../offers-contract.ts';
import * as contract from '../owner-contract.ts';
import {
  addPhoto,
  arrangePhotos,
  chooseBasicPicture,
  putPictureBack,
  removeLogo,
  removePhoto,
  replaceLogo,
} from './business-pictures.ts';
import { changeBack } from './change-back.ts';
import { confirmBusiness } from './confirm-business.ts';
import { findSimilar } from './find-similar.ts';
import { listOwnBusinesses, readEditable, requireReadable } from './own-business.ts';
import { setListed } from './set-listed.ts';
import { submitBusiness } from './submit-business.ts';
import { suggestAddresses } from './suggest-addresses.ts';
import { updateBusiness } from './update-business.ts';
import { withdrawBusiness } from './withdraw-business.ts';
import { addOffer, changeOffer, readOwnOffers, removeOffer } from './write-offers.ts';

/** The header `If-Match: "7"` means the same as the body's `version`. */
function versionOf(headers: Headers): number | undefined {
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(headers.get('if-match') ?? '');
  return match ? Number(match[1]) : undefined;
}

export const ownersApi = [
  serve(contract.listOwnBusinesses, (_, request) =>
    listOwnBusinesses(request.db, requireUser(request.user).id, request),
  ),
  serve(contract.findSimilarBusinesses, ({ query }, { db }) =>
    findSimilar(db, { name: query.name, address: query.address ?? '' }),
  ),
  serve(contract.suggestAddresses, ({ query }, { db, now }) => suggestAddresses(db, query.typed, now())),
  serve(contract.getOwnBusiness, async ({ params }, { db, user, now, setHeader }) => {
    await requireReadable(db, params.id, user);
    const business = await readEditable(db, params.id, now());
    setHeader('ETag', `"${business.version}"`);
    return business;
  }),
  serve(contract.submitBusiness, async ({ body }, request) =>
    readEditable(request.db, await submitBusiness(body, request), request.now()),
  ),
  serve(contract.updateBusiness, async ({ params, body }, request) => {
    const { version, ...form } = body;
    const edit = { id: params.id, form, version: version ?? versionOf(request.headers), tellsOwner: true } as const;
    await updateBusiness(edit, request);
    return readEditable(request.db, params.id, request.now());
  }),
  serve(contract.withdrawBusiness, async ({ params }, request) => {
    await withdrawBusiness(params.id, request);
    return {};
  }),
  serve(contract.setListed, ({ params, body }, request) => setListed({ ...params, ...body }, request)),
  serve(contract.confirmBusiness, ({ params }, request) => confirmBusiness(params.id, request)),
  serve(contract.changeBack, async ({ params, body: { field, change } }, request) => {
    await changeBack({ ...params, field, changeId: change }, request);
    return {};
  }),
  serve(contract.putLogo, ({ params, upload }, request) => replaceLogo(params.id, upload, request)),
  serve(contract.deleteLogo, ({ params }, request) => removeLogo(params.id, request)),
  serve(contract.addPhoto, ({ params, query, upload }, request, remember) =>
    addPhoto({ id: params.id, alt: query.alt, upload }, request, remember),
  ),
  serve(contract.arrangePhotos, ({ params, body }, request) =>
    arrangePhotos({ id: params.id, photos: body.photos }, request),
  ),
  serve(contract.deletePhoto, ({ params }, request) => removePhoto(params, request)),
  serve(contract.undoPicture, ({ params, body }, request) =>
    putPictureBack({ id: params.id, undoId: body.undoId }, request),
  ),
  serve(contract.chooseBasicPicture, ({ params, body }, request) =>
    chooseBasicPicture(params.id, body.basicPicture, request),
  ),
  serve(offersContract.listOffers, async ({ params }, request) => {
    await requireReadable(request.db, params.id, request.user);
    return readOwnOffers(params.id, request);
  }),
  serve(offersContract.addOffer, ({ params, body }, request) => addOffer({ ...params, form: body }, request)),
  serve(offersContract.changeOffer, ({ params, body }, request) => changeOffer({ ...params, form: body }, request)),
  serve(offersContract.removeOffer, ({ params }, request) => removeOffer(params, request)),
];
