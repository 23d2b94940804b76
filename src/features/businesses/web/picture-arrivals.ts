/** Loaded by a dashboard that has something to ask: few new listings miss a picture. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { getOwnBusiness } from '../owner-contract.ts';
import { refusedStore } from './own-new-pictures.ts';

/**
 * Takes off the list what the site has after all. Photos have no names there: each one more than were known is one of those
 * without an answer, else one that was chosen anew. Returns whether a picture without an answer remains.
 */
export async function dropArrived(client: QueryClient, id: string): Promise<boolean> {
  const { answer } = await callApi(client, getOwnBusiness, { params: { id } });
  const current = refusedStore.read();
  if (current?.id !== id) return false;
  const doubtful = (isUnsure: boolean) => current.pictures.filter((one) => !one.isLogo && one.isUnsure === isUnsure);
  const more = Math.max(0, answer.photos.length - current.savedPhotos);
  const arrived = new Set([...doubtful(true), ...doubtful(false)].slice(0, more));
  const pictures = current.pictures.filter((one) => (one.isLogo ? answer.logoUrl === null : !arrived.has(one)));
  if (pictures.length < current.pictures.length) {
    const savedPhotos = current.savedPhotos + arrived.size;
    refusedStore.set(pictures.length > 0 ? { ...current, savedPhotos, pictures } : null);
  }
  return pictures.some(({ isUnsure }) => isUnsure);
}
