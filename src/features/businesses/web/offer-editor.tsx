import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { NotSent } from '#web/forms/not-sent.tsx';
import { toastNotSaved } from '#web/forms/save-toast.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { maxOfferText, maxOfferTitle, OfferForm, type OwnOffer } from '../offer-form.ts';
import { addOffer, changeOffer, type OwnOffers } from '../offers-contract.ts';
import { useTakeOver } from './offer-queries.ts';

interface OfferEditorProps {
  listing: OwnOffers;
  /** undefined: a new one. */
  offer?: OwnOffer;
  userId: string;
  /** Opened by a button, so the first field takes the focus. */
  takesFocus: boolean;
  onClose: () => void;
}

function check(fields: OfferForm) {
  const result = OfferForm.safeParse(fields);
  return result.success ? {} : errorsByField(result.error);
}

/** The form of one offer. The browser keeps what is typed until it is saved. */
export function OfferEditor({ listing, offer, userId, takesFocus, onClose }: OfferEditorProps) {
  const client = useQueryClient();
  const takeOver = useTakeOver();
  const form = useRef<HTMLFormElement>(null);
  const { id } = listing.business;
  const { draft, fields, errors, ...state } = useDraft<OfferForm>({
    ...{ userId, thing: `offer:${offer?.id ?? `new:${id}`}`, noun: 'offer', schema: OfferForm, check },
    start: { fields: { title: offer?.title ?? '', text: offer?.text ?? '', until: offer?.until ?? '' }, version: 0 },
    asksOnLeaving: false,
    save: async (body) => {
      try {
        const { answer } = offer
          ? await callApi(client, changeOffer, { params: { id, offerId: offer.id }, body })
          : await callApi(client, addOffer, { params: { id }, body });
        takeOver(answer);
        return 0;
      } catch (error) {
        toastNotSaved(error, 'The offer could not be saved. Check the connection and try again.');
        throw error;
      }
    },
  });
  const isSaving = state.save.kind === 'saving';
  useLayoutEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const element = event.currentTarget;
    if (await draft.flush('saved')) {
      showToast({ title: 'Saved', text: 'Visitors see it at once.' });
      onClose();
      return;
    }
    const { save, errors: refused } = draft.read();
    if (save.kind === 'waiting' && save.why === 'signed-out') void refreshCurrentUser(client, false);
    else focusFirstInvalid(element, refused);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DraftNotice draft={state} noun="offer" onDiscard={() => draft.discard()} />
      <TextField
        label="Offer"
        name="title"
        maxLength={maxOfferTitle}
        help="In one line, for example: Two tacos for one on Tuesdays."
        value={fields.title}
        error={errors['title']}
        onChange={({ target: { value } }) => draft.change({ title: value })}
      />
      <TextArea
        label="What people should know (optional)"
        name="text"
        rows={3}
        maxLength={maxOfferText}
        value={fields.text}
        error={errors['text']}
        onChange={({ target: { value } }) => draft.change({ text: value })}
      />
      <div className="sm:max-w-60">
        <TextField
          label="Last day"
          name="until"
          type="date"
          min={listing.today}
          max={listing.lastDay}
          help="The offer leaves your page when this day is over."
          value={fields.until}
          error={errors['until']}
          onChange={({ target: { value } }) => draft.change({ until: value })}
        />
      </div>
      <NotSent save={state.save} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save offer'}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
