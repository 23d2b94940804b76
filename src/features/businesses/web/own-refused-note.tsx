import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { dismissPicture, refusedStore, sendAgain } from './own-new-pictures.ts';
import type { RefusedPicture } from './own-refused-picture.ts';
import { ownBusinessesQuery } from './owner-queries.ts';

/** Few pictures are refused. Where it does not come, the words above it say what to do. */
const RefusedPictures = lazy(() =>
  import('./refused-pictures.tsx').then(
    (part) => ({ default: part.RefusedPictures }),
    () => ({ default: () => null }),
  ),
);

/** Says which pictures of the listing that was just sent are missing, why, and what to do. */
export function OwnRefusedNote() {
  const client = useQueryClient();
  const refused = useSyncExternalStore(refusedStore.subscribe, refusedStore.read, refusedStore.read);
  const { data: own } = useQuery(ownBusinessesQuery);
  const isChecked = useArrivals(refused?.id);
  // Somebody else may have signed in in this tab since.
  if (refused === null || !own?.some(({ id }) => id === refused.id)) return null;
  const { id, name } = refused;
  const pictures = refused.pictures.filter(({ isUnsure }) => isChecked || !isUnsure);
  if (pictures.length === 0) return null;

  async function again(picture: RefusedPicture) {
    if (!(await sendAgain(client, picture))) return;
    showToast({ title: `${picture.file.name} is saved` });
    void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
  }

  return (
    <div role="alert" className="rounded-card border border-danger bg-danger-ground p-5 text-16">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {`${name} is with us, but ${pictures.length === 1 ? 'a picture is' : `${pictures.length} pictures are`} missing.`}
      </p>
      <p className="mt-1">
        Nothing else is lost. Choose other pictures under{' '}
        <Link to={`/edit-business/${id}`} aria-label={`Edit ${name}, to choose other pictures`}>
          Edit
        </Link>
        .
      </p>
      <Suspense>
        <RefusedPictures pictures={pictures} onAgain={(picture) => void again(picture)} onDismiss={dismissPicture} />
      </Suspense>
    </div>
  );
}

/** The site may still be at work on a picture that was on its way when its person left the page. */
const pausesMs = [0, 2_000, 5_000];

/** Asks which of the pictures have arrived. Returns whether that is known. */
function useArrivals(id: string | undefined): boolean {
  const client = useQueryClient();
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    let isHere = true;
    const ask = async (listing: string) => (await import('./picture-arrivals.ts')).dropArrived(client, listing);
    async function check(listing: string) {
      for (const pauseMs of pausesMs) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (!isHere) return;
        // Without an answer the note stands as it is.
        const isOpen = await ask(listing).catch(() => true);
        void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
        if (!isOpen) break;
      }
      if (isHere) setChecked(true);
    }
    if (id !== undefined) void check(id);
    return () => {
      isHere = false;
    };
  }, [client, id]);
  return isChecked;
}
