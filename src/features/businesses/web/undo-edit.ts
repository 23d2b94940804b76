import type { QueryClient } from '@tanstack/react-query';
import { undoMs } from '#shared/times.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { formValuesOf, sentValues } from '../form-values.ts';
import { type EditableBusiness, updateBusiness } from '../owner-contract.ts';
import { businessQuery } from './business-queries.ts';
import { ownBusinessesQuery, ownBusinessQuery } from './owner-queries.ts';

/**
 * Says that an edit is saved, with a button that saves the former values again; somebody else's later edit refuses it. An
 * edit that sends a rejected listing back to staff has no such button.
 */
export function offerUndoOfEdit(client: QueryClient, before: EditableBusiness, after: EditableBusiness | null): void {
  const said = { title: 'Success', text: 'Business updated successfully' };
  if (after === null || after.version === before.version || before.status === 'rejected') {
    showToast(said);
    return;
  }
  const { id } = before;
  const run = async () => {
    const [former, now] = [formValuesOf(before), formValuesOf(after)];
    try {
      const body = { ...sentValues(former, now), version: after.version };
      const { answer } = await callApi(client, updateBusiness, { params: { id }, body });
      for (const { queryKey } of [businessQuery(before.slug), ownBusinessesQuery, ownBusinessQuery(id)]) {
        void client.invalidateQueries({ queryKey });
      }
      showToast({ title: 'Put back', text: `${answer.name} says again what it said before` });
    } catch (error) {
      // The refusal speaks to somebody who saves a form.
      const isLate = error instanceof ApiError && error.status === 409;
      const text = isLate
        ? `${after.name} was changed again since. Nothing was put back.`
        : problemMessage(error, 'This could not be undone. Check the connection and try again.');
      showToast({ title: isLate ? 'Not undone' : 'Error', text, destructive: true });
    }
  };
  const action = { label: 'Undo', alt: 'To undo the edit, press F8, then Undo', about: `edit:${id}` };
  showToast({ ...said, ms: undoMs, action: { ...action, run: () => void run() } });
}
