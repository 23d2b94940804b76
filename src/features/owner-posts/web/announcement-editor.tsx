import { useQueryClient } from '@tanstack/react-query';
import { errorsByField } from '#shared/errors-by-field.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { NotSent } from '#web/forms/not-sent.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { addAnnouncement, changeAnnouncement, type OwnAnnouncement, type OwnPosts } from '../contract.ts';
import { AnnouncementForm, maxAnnouncementText } from '../post-forms.ts';
import { usePostDraft } from './use-post-draft.ts';

interface AnnouncementEditorProps {
  listing: OwnPosts;
  /** undefined: a new one. */
  announcement?: OwnAnnouncement;
  userId: string;
  onClose: () => void;
}

function check(fields: AnnouncementForm) {
  const result = AnnouncementForm.safeParse(fields);
  return result.success ? {} : errorsByField(result.error);
}

export function AnnouncementEditor({ listing, announcement, userId, onClose }: AnnouncementEditorProps) {
  const client = useQueryClient();
  const { id } = listing.business;
  /** A change that was sent goes on. */
  const start = announcement?.change ?? announcement;
  const isAtOnce = listing.isDirect && announcement?.state !== 'hidden';
  const { form, draft, fields, errors, state, isSaving, submit, cancel } = usePostDraft<AnnouncementForm>({
    ...{ userId, thing: `announcement:${announcement?.id ?? `new:${id}`}`, noun: 'announcement' },
    ...{ schema: AnnouncementForm, check, onClose },
    start: { text: start?.text ?? '', url: start?.url ?? '', until: start?.until ?? '' },
    send: async (body) =>
      (announcement
        ? await callApi(client, changeAnnouncement, { params: { id, postId: announcement.id }, body })
        : await callApi(client, addAnnouncement, { params: { id }, body })
      ).answer,
    saved: isAtOnce ? 'It is on your page' : 'We look at it first, usually within a day',
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <DraftNotice draft={state} noun="announcement" onDiscard={() => draft.discard()} />
      <TextArea
        label="What is new?"
        name="text"
        rows={4}
        maxLength={maxAnnouncementText}
        help="In a sentence or two, for example: From Monday on we open at 7 AM."
        value={fields.text}
        error={errors.text}
        onChange={({ target: { value } }) => draft.change({ text: value })}
      />
      <TextField
        label="Link (optional)"
        name="url"
        type="url"
        help="A page with more about it."
        value={fields.url}
        error={errors.url}
        onChange={({ target: { value } }) => draft.change({ url: value })}
      />
      <div className="sm:max-w-60">
        <TextField
          label="Last day"
          name="until"
          type="date"
          min={listing.today}
          max={listing.lastDay}
          help="It leaves your page when this day is over."
          value={fields.until}
          error={errors.until}
          onChange={({ target: { value } }) => draft.change({ until: value })}
        />
      </div>
      <NotSent save={state.save} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Sending...' : isAtOnce ? 'Publish' : 'Send'}
        </Button>
        <Button look="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
