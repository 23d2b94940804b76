import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { dismissPicture, refusedStore, sendAgain } from './own-new-pictures.ts';
import type { RefusedPicture } from './own-refused-picture.ts';
import { ownBusinessesQuery } from './owner-queries.ts';
import { RefusedPictures } from './refused-pictures.tsx';

/** Says which pictures of the listing that was just sent are missing, why, and what to do. */
export function OwnRefusedNote() {
  const client = useQueryClient();
  const refused = useSyncExternalStore(refusedStore.subscribe, refusedStore.read, refusedStore.read);
  const { data: own } = useQuery(ownBusinessesQuery);
  // Somebody else may have signed in in this tab since.
  if (refused === null || !own?.some(({ id }) => id === refused.id)) return null;
  const { id, name, pictures } = refused;

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
      <RefusedPictures pictures={pictures} onAgain={(picture) => void again(picture)} onDismiss={dismissPicture} />
    </div>
  );
}
