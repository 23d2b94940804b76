import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '#web/api-client/call-api.ts';
import { createStore } from '#web/store.ts';
import { addPhoto, putLogo } from '../owner-contract.ts';
import type { NewPictures } from './new-pictures.tsx';
import { type RefusedPicture, whyRefused } from './own-refused-picture.ts';

const storageKey = 'refused-pictures';
const Kept = z.object({
  id: z.string(),
  name: z.string(),
  savedPhotos: z.int(),
  pictures: z.array(z.object({ file: z.string(), text: z.string(), isLogo: z.boolean(), isUnsure: z.boolean() })),
});

interface RefusedOfListing {
  id: string;
  name: string;
  /** The photos that the site is known to have. */
  savedPhotos: number;
  pictures: readonly RefusedPicture[];
}

/** Pictures of the new listing that were not taken; the next page, the dashboard, says so, also after a reload. */
export const refusedStore = createStore<RefusedOfListing | null>(restore());
refusedStore.subscribe(store);

/** The files themselves are gone with a reload, so that only their names and the reasons come back. */
function restore(): RefusedOfListing | null {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    if (!kept.success) return null;
    const { pictures, ...listing } = kept.data;
    return {
      ...listing,
      pictures: pictures.map(({ file, ...one }) => ({ ...one, file: new File([], file), mayWork: false })),
    };
  } catch {
    return null;
  }
}

function store(): void {
  const refused = refusedStore.read();
  try {
    if (refused === null) sessionStorage.removeItem(storageKey);
    else {
      const pictures = refused.pictures.map(({ file, text, isLogo, isUnsure }) => ({
        file: file.name,
        text,
        isLogo,
        isUnsure,
      }));
      sessionStorage.setItem(storageKey, JSON.stringify({ ...refused, pictures }));
    }
  } catch {
    // Without storage the note is gone with a reload.
  }
}

/** Sends the pictures one after the other; the listing itself is safe by then. */
export async function sendNewPictures(
  client: QueryClient,
  { id, name }: { id: string; name: string },
  { logo, photos }: NewPictures,
): Promise<void> {
  const refused: RefusedPicture[] = [];
  const chosen = [...(logo ? [{ file: logo, isLogo: true }] : []), ...photos.map((file) => ({ file, isLogo: false }))];
  for (const one of chosen) {
    const fault = await sendPicture(client, id, one);
    if (fault) refused.push(fault);
  }
  const savedPhotos = photos.length - refused.filter(({ isLogo }) => !isLogo).length;
  refusedStore.set(refused.length > 0 ? { id, name, savedPhotos, pictures: refused } : null);
}

async function sendPicture(
  client: QueryClient,
  id: string,
  { file, isLogo }: Pick<RefusedPicture, 'file' | 'isLogo'>,
): Promise<RefusedPicture | null> {
  const params = { id };
  try {
    if (isLogo) await callApi(client, putLogo, { params, upload: file });
    else await callApi(client, addPhoto, { params, query: { alt: '' }, upload: file });
    return null;
  } catch (error) {
    return { file, isLogo, ...whyRefused(error) };
  }
}

function replace(picture: RefusedPicture, by: readonly RefusedPicture[]): void {
  const current = refusedStore.read();
  if (current === null) return;
  const pictures = current.pictures.flatMap((one) => (one === picture ? by : [one]));
  refusedStore.set(pictures.length > 0 ? { ...current, pictures } : null);
}

function countPhotos(more: number): void {
  const current = refusedStore.read();
  if (current !== null) refusedStore.set({ ...current, savedPhotos: current.savedPhotos + more });
}

export const dismissPicture = (picture: RefusedPicture): void => replace(picture, []);

/** Returns whether it is there now. */
export async function sendAgain(client: QueryClient, picture: RefusedPicture): Promise<boolean> {
  const listing = refusedStore.read();
  if (listing === null) return false;
  const fault = await sendPicture(client, listing.id, picture);
  replace(picture, fault ? [fault] : []);
  if (fault === null && !picture.isLogo) countPhotos(1);
  return fault === null;
}
