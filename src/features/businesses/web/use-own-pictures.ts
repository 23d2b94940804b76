/** Logo and photos of the edit page: each change is saved at once. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { whyNotPicture } from '#web/pictures/picture-files.ts';
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
import { type RefusedPicture, whyRefused } from './own-refused-picture.ts';
import { offerUndo } from './undo-picture.ts';

const refuse = (text: string) => showToast({ title: 'Error', text, destructive: true });

type OnFault = (fault: Omit<RefusedPicture, 'file' | 'isLogo'>) => void;

/** Returns whether it worked; shows the reason when it did not. */
async function tryToSave(client: QueryClient, work: () => Promise<void>, onFault?: OnFault): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isSignedOut(error)) void refreshCurrentUser(client, false);
    const fault = whyRefused(error);
    refuse(fault.text);
    onFault?.(fault);
    return false;
  }
}

export function useOwnPictures(business: EditableBusiness) {
  const client = useQueryClient();
  const [logoUrl, setLogoUrl] = useState(business.logoUrl);
  const [basicPicture, setBasicPicture] = useState(business.basicPicture);
  const [photos, setPhotos] = useState<readonly OwnPhoto[]>(business.photos);
  /** Being sent, in order. */
  const [pending, setPending] = useState<readonly File[]>([]);
  const [pendingLogo, setPendingLogo] = useState<File | null>(null);
  const [refused, setRefused] = useState<readonly RefusedPicture[]>([]);
  const params = { id: business.id };
  // An undo may come after somebody has left the page and come back: the listing's data then change below it.
  useEffect(() => setLogoUrl(business.logoUrl), [business.logoUrl]);
  useEffect(() => setPhotos(business.photos), [business.photos]);
  const undoable = (undoId: string | null, done: string) =>
    offerUndo(client, { id: business.id, undoId, done, onUndone: showStored });
  function showStored(stored: Pick<EditableBusiness, 'logoUrl' | 'photos'>) {
    setLogoUrl(stored.logoUrl);
    setPhotos(stored.photos);
  }

  const attempt = (work: () => Promise<void>, onFault?: OnFault) => tryToSave(client, work, onFault);

  async function send(file: File, isLogo: boolean, work: () => Promise<void>): Promise<void> {
    // A new logo takes the place of the one that failed.
    setRefused((before) => before.filter((other) => other.file !== file && !(isLogo && other.isLogo)));
    const keep: OnFault = (fault) => setRefused((before) => [...before, { file, isLogo, ...fault }]);
    const unfit = whyNotPicture(file);
    if (unfit === null) return void (await attempt(work, keep));
    refuse(unfit);
    keep({ text: unfit, mayWork: false, isUnsure: false });
  }

  async function setLogo(file: File): Promise<void> {
    setPendingLogo(file);
    await send(file, true, async () => {
      const { answer } = await callApi(client, putLogo, { params, upload: file });
      setLogoUrl(answer.logoUrl);
      undoable(answer.undoId, 'Logo changed');
    });
    setPendingLogo(null);
  }

  async function add(files: readonly File[]): Promise<void> {
    const room = maxPhotos - photos.length - pending.length;
    if (files.length > room) refuse(`There is room for ${maxPhotos} photos.`);
    const taken = files.slice(0, Math.max(0, room));
    setPending((before) => [...before, ...taken]);
    for (const file of taken) {
      await send(file, false, async () => {
        const { answer } = await callApi(client, addPhoto, { params, query: { alt: '' }, upload: file });
        setPhotos(answer.photos);
      });
      setPending((before) => before.filter((other) => other !== file));
    }
  }

  return {
    logoUrl,
    photos,
    basicPicture,
    pending,
    pendingLogo,
    refused,
    dismiss: (gone: RefusedPicture) => setRefused((before) => before.filter((other) => other !== gone)),
    again: ({ file, isLogo }: RefusedPicture) => (isLogo ? setLogo(file) : add([file])),
    setLogo,
    add,
    removeLogo: () =>
      attempt(async () => {
        const { answer } = await callApi(client, deleteLogo, { params });
        setLogoUrl(null);
        undoable(answer.undoId, 'Logo removed');
      }),
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
        undoable(answer.undoId, 'Photo removed');
      }),
  };
}
