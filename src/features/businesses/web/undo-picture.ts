import type { QueryClient } from '@tanstack/react-query';
import { undoMs } from '#shared/times.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { type EditableBusiness, undoPicture } from '../owner-contract.ts';
import { ownBusinessQuery } from './owner-queries.ts';

interface Removal {
  id: string;
  /** Null where nothing was lost. */
  undoId: string | null;
  /** 'Photo removed' */
  done: string;
  onUndone: (stored: Pick<EditableBusiness, 'logoUrl' | 'photos'>) => void;
}

/** Says that a picture is gone, with a button that puts it back; the button works after its page is gone, too. */
export function offerUndo(client: QueryClient, { id, undoId, done, onUndone }: Removal): void {
  if (undoId === null) return;
  const run = async () => {
    try {
      const { answer } = await callApi(client, undoPicture, { params: { id }, body: { undoId } });
      onUndone(answer);
      client.setQueryData(ownBusinessQuery(id).queryKey, (before) => before && { ...before, ...answer });
      showToast({ title: 'Put back' });
    } catch (error) {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be undone. Check the connection and try again.'),
        destructive: true,
      });
    }
  };
  const action = { label: 'Undo', alt: `To undo it (${done}), press F8, then Undo`, about: undoId };
  showToast({ title: done, ms: undoMs, action: { ...action, run: () => void run() } });
}
