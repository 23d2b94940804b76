/** Logo and photos of the edit page: each change is saved at once. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { maxPhotos } from '../business-photos.ts';
import {
  addPhoto,
  arrangePhotos,
  type BasicPicture,
  chooseBasicPicture,
  deleteLogo,
  deletePhoto,
  type EditableBusiness,
  type OwnPhoto,
  putLogo,
} from '../owner-contract.ts';

/** The server's limit, checked here before megabytes are sent in vain. */
const maxBytes = 10 * 1024 * 1024;
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif';

const failed = 'The picture could not be saved. Please check the connection and try again.';

const refuse = (text: string) => showToast({ title: 'Error', text, destructive: true });

function whyNot(file: File): string | null {
  if (file.size > maxBytes) return 'This picture is larger than 10 MB. Please choose a smaller one.';
  if (file.type !== '' && !pictureTypes.includes(file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF picture.';
  return null;
}

export function useOwnPictures(business: EditableBusiness) {
  const client = useQueryClient();
  const [logoUrl, setLogoUrl] = useState(business.logoUrl);
  const [basicPicture, setBasicPicture] = useState(business.basicPicture);
  const [photos, setPhotos] = useState<readonly OwnPhoto[]>(business.photos);
  /** Being sent, in order. */
  const [pending, setPending] = useState<readonly File[]>([]);
  const [pendingLogo, setPendingLogo] = useState<File | null>(null);
  const params = { id: business.id };

  /** Returns whether it worked; shows the reason when it did not. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isSignedOut(error)) void refreshCurrentUser(client, false);
      refuse(problemMessage(error, failed));
      return false;
    }
  }

  return {
    logoUrl,
    photos,
    basicPicture,
    pending,
    pendingLogo,
    setLogo: async (file: File) => {
      const problem = whyNot(file);
      if (problem) return refuse(problem);
      setPendingLogo(file);
      await attempt(async () => setLogoUrl((await callApi(client, putLogo, { params, upload: file })).answer.logoUrl));
      setPendingLogo(null);
    },
    removeLogo: () =>
      attempt(async () => {
        await callApi(client, deleteLogo, { params });
        setLogoUrl(null);
      }),
    add: async (files: readonly File[]) => {
      const room = maxPhotos - photos.length - pending.length;
      if (files.length > room) refuse(`There is room for ${maxPhotos} photos.`);
      const taken = files.slice(0, Math.max(0, room));
      setPending((before) => [...before, ...taken]);
      for (const file of taken) {
        const problem = whyNot(file);
        if (problem) refuse(problem);
        else {
          await attempt(async () => {
            const { answer } = await callApi(client, addPhoto, { params, query: { alt: '' }, upload: file });
            setPhotos(answer.photos);
          });
        }
        setPending((before) => before.filter((other) => other !== file));
      }
    },
    /** Shows the new order or words at once, and the former ones again when saving fails. */
    arrange: async (next: readonly OwnPhoto[]) => {
      const before = photos;
      setPhotos(next);
      const body = { photos: next.map(({ id, alt }) => ({ id, alt })) };
      const worked = await attempt(async () =>
        setPhotos((await callApi(client, arrangePhotos, { params, body })).answer.photos),
      );
      if (!worked) setPhotos(before);
    },
    choose: async (next: BasicPicture) => {
      const before = basicPicture;
      setBasicPicture(next);
      const body = { basicPicture: next };
      if (!(await attempt(async () => void (await callApi(client, chooseBasicPicture, { params, body }))))) {
        setBasicPicture(before);
      }
    },
    remove: (photo: OwnPhoto) =>
      attempt(async () => {
        const { answer } = await callApi(client, deletePhoto, { params: { ...params, photoId: photo.id } });
        setPhotos(answer.photos);
      }),
  };
}
