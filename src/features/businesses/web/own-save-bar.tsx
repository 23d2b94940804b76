import { clsx } from 'clsx';
import { labelOf } from '#shared/listing-fields.ts';
import { restoredChanges } from '#web/forms/draft-fields.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { NotSent } from '#web/forms/not-sent.tsx';
import { Button } from '#web/ui/button.tsx';
import { formValuesOf } from '../form-values.ts';
import type { EditableBusiness } from '../owner-contract.ts';
import { type BusinessFormState, clashNoteId } from './use-business-form.ts';

const isOfPin = (name: string) => name === 'latitude' || name === 'longitude';

interface SaveBarProps {
  form: BusinessFormState;
  stored: EditableBusiness;
  onCancel: () => void;
}

/**
 * The end of the edit form. On a phone the form is many screens long: while something is not saved, its button stays at the bottom
 * of the screen. What came back from an earlier visit or another tab is named here, since the notice about it is far above.
 */
export function SaveBar({ form, stored, onCancel }: SaveBarProps) {
  const { save, restored, notice, clashWith } = form.state;
  const isChanged = save.kind !== 'saved';
  const changed = restoredChanges(restored, form.values, formValuesOf(stored));
  const names = [...new Set(changed.map((name) => labelOf(isOfPin(name) ? 'place' : name)))];
  return (
    <>
      <NotSent save={save} />
      {notice === 'clash' && clashWith !== undefined ? (
        <div id={clashNoteId} tabIndex={-1} className="scroll-mt-24">
          <DraftNotice draft={form.state} noun="business" onDiscard={form.discard} />
        </div>
      ) : null}
      {names.length > 0 ? (
        <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
          <strong className="font-semibold">Also changes: {names.join(', ')}.</strong> You typed that earlier, or in
          another window.
        </p>
      ) : null}
      <div
        className={clsx(
          'flex flex-wrap gap-3',
          isChanged &&
            'save-bar max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:-mx-5 max-sm:border-t max-sm:border-line max-sm:bg-card max-sm:px-5 max-sm:py-3 max-sm:shadow-lift',
        )}
      >
        <Button type="submit" size="large" disabled={form.isSaving}>
          {form.isSaving ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button look="secondary" size="large" onClick={onCancel}>
          Cancel
        </Button>
        {names.length > 0 ? (
          <p className="w-full truncate text-14 sm:hidden" aria-hidden="true">
            Also changes: {names.join(', ')}
          </p>
        ) : null}
      </div>
    </>
  );
}
