import type { QueryClient } from '@tanstack/react-query';
import type { Picture } from '#shared/picture.ts';
import { uploadStaffPicture } from '#shared/staff-pictures.ts';
import { callApi } from '#web/api-client/call-api.ts';

/** Uploads a staff picture. @throws ApiError; `problemMessage` words it */
export async function uploadPicture(client: QueryClient, upload: File, alt: string): Promise<Picture> {
  return (await callApi(client, uploadStaffPicture, { query: { alt }, upload })).answer;
}

export const uploadFailed = 'The picture could not be saved. Please check the connection and try again.';
