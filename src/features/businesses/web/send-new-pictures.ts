import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { addPhoto, putLogo } from '../owner-contract.ts';
import type { NewPictures } from './new-pictures.tsx';

/** Sends the pictures one after the other. Returns how many were not taken; the listing itself is safe by then. */
export async function sendNewPictures(client: QueryClient, id: string, { logo, photos }: NewPictures): Promise<number> {
  const params = { id };
  const failed: unknown[] = [];
  const attempt = async (send: () => Promise<unknown>) => {
    await send().catch((error: unknown) => failed.push(error));
  };
  if (logo) await attempt(() => callApi(client, putLogo, { params, upload: logo }));
  for (const upload of photos) {
    await attempt(() => callApi(client, addPhoto, { params, query: { alt: '' }, upload }));
  }
  return failed.length;
}
