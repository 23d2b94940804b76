import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DuplicateDialog, type DuplicateQuestion, duplicatesIn } from '#features/approvals/web/duplicate-dialog.tsx';
import { EditsForm, newListing, type TypedEdits } from '#features/approvals/web/edits-form.tsx';
import { addBusiness } from '#features/businesses/staff-contract.ts';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { useNavigate } from '#web/router/router.tsx';

/** Staff add a listing for the town, which nobody owns. */
export function Page() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, attempt } = useStaffAction();
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);

  async function add(typed: TypedEdits, confirm?: string[]): Promise<FieldErrors | null> {
    const { edits, settle } = typed;
    const act = async () => (await callApi(client, addBusiness, { body: { ...edits, confirm } })).answer;
    try {
      const { id } = await attempt(
        act,
        ({ name }) => `${name} is in the directory`,
        (answer) => ({ subjectId: answer.id }),
      );
      settle();
      navigate(`/staff/businesses/${id}`, { replace: true });
      return null;
    } catch (error) {
      const refused = error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
      const ids = duplicatesIn(refused);
      if (ids === null) return refused;
      setDuplicate({
        business: { ...{ phone: null, email: null, website: null, ...edits }, owner: null },
        ids,
        action: 'Add all the same',
        onConfirm: () => void add(typed, ids),
      });
      return null;
    }
  }

  return (
    <>
      {duplicate ? <DuplicateDialog question={duplicate} onClose={() => setDuplicate(null)} /> : null}
      <StaffHeading title="New business" />
      <p className="mb-4 max-w-[66ch] text-16 text-ink-soft">
        Visitors see it at once. It has no owner, so anybody may claim it. Photos and hours you add on its own page.
      </p>
      <EditsForm
        business={newListing}
        id={null}
        isPending={isPending}
        label="Add it"
        onSubmit={add}
        onCancel={() => navigate('/staff/businesses')}
      />
    </>
  );
}
