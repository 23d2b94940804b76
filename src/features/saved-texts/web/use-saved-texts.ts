import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedTexts } from '#features/staff-frame/web/saved-text-picker.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { listTexts, removeText, type SavedTextKind, saveText } from '../contract.ts';

/** @param what 'reason', 'answer': as the toasts call it */
export function useSavedTexts(about: SavedTextKind, what: string): SavedTexts {
  const client = useQueryClient();
  const query = endpointQuery(listTexts, { params: { about } });
  const { data: texts = [] } = useQuery(query);

  async function write(act: () => Promise<unknown>, done: string | null) {
    try {
      await act();
      if (done !== null) showToast({ title: done });
    } catch (error) {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      });
    }
    // The form may be gone: the next one does not ask again.
    await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'all' });
  }

  return {
    what,
    texts,
    onSave: (text, isSaidElsewhere = false) =>
      void write(
        () => callApi(client, saveText, { params: { about }, body: { text } }),
        isSaidElsewhere ? null : `${what[0]?.toUpperCase()}${what.slice(1)} saved`,
      ),
    onRemove: (id) => void write(() => callApi(client, removeText, { params: { about, id } }), `Saved ${what} removed`),
  };
}
