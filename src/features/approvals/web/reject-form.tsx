import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { type AboutKind, removeReason, saveReason } from '../bulk-contract.ts';
import { savedReasonsQuery } from './approvals-queries.ts';

interface RejectFormProps {
  /** The kind of line, which decides who reads the reason. */
  about: AboutKind;
  onReject: (reason: string) => unknown;
  onCancel: () => void;
}

const help: Record<AboutKind, string> = {
  listing: 'The owner gets this by mail and sees it on the dashboard.',
  claim: 'The claimant gets this by mail and sees it on the dashboard.',
  suggestion: 'The sender gets this by mail.',
};

/** The reason is required: somebody reads it. Reasons that staff give again and again can be chosen. */
export function RejectForm({ about, onReject, onCancel }: RejectFormProps) {
  const client = useQueryClient();
  const { data: reasons = [] } = useQuery(savedReasonsQuery(about));
  const params = { about };

  async function write(act: () => Promise<unknown>, done: string) {
    try {
      await act();
      showToast({ title: done });
    } catch (error) {
      showToast({ title: 'Error', text: problemMessage(error, 'This could not be saved'), destructive: true });
    }
    await client.invalidateQueries({ queryKey: savedReasonsQuery(about).queryKey });
  }

  return (
    <ReasonForm
      label="Why not?"
      help={help[about]}
      maxLength={1000}
      action="Send rejection"
      saved={{
        reasons,
        onSave: (text) => void write(() => callApi(client, saveReason, { params, body: { text } }), 'Reason saved'),
        onRemove: (id) =>
          void write(() => callApi(client, removeReason, { params: { about, id } }), 'Saved reason removed'),
      }}
      onSubmit={(reason) => void onReject(reason)}
      onCancel={onCancel}
    />
  );
}
