import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type Change, listChanges } from '../contract.ts';
import { ChangeCard } from './change-card.tsx';

/** Every edit of a live listing, by owners and by staff, field by field and each with its way back. */
export function BusinessEdits({ id }: { id: string }) {
  const list = useStaffList<Change>([listChanges.path, 'all', id], (client, cursor) =>
    callApi(client, listChanges, { query: { state: 'all', business: id, cursor } }),
  );
  return (
    <StaffList list={list} what="edits" empty="Nobody has edited it since it went live.">
      {(change) => <ChangeCard change={change} />}
    </StaffList>
  );
}
