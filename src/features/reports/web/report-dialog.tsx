import { type RefObject, useEffect } from 'react';
import { showToast } from '#web/toast/toast-store.ts';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { ReportForm } from './report-form.tsx';

interface ReportDialogProps {
  /** The business's slug. */
  slug: string;
  name: string;
  /** The caller opens it with showModal(). */
  dialog: RefObject<HTMLDialogElement | null>;
}

/** A dialog with script; without it, a part of the page that '#report' leads to (dialogs.css). */
export function ReportDialog({ slug, name, dialog }: ReportDialogProps) {
  const plain = usePlainForm('report');
  const wasRefused = plain !== null && !plain.done;

  // A plain form that was sent before the script arrived was refused: open the dialog, or the typed text
  // would disappear.
  useEffect(() => {
    if (wasRefused && !dialog.current?.open) dialog.current?.showModal();
  }, [wasRefused, dialog]);

  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the form closes it; the keyboard has Escape and the button
    <dialog
      ref={dialog}
      id="report"
      aria-labelledby="report-title"
      className="report-dialog"
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="p-5 sm:p-7">
        <h2 id="report-title" className="text-26">
          Report Issue
        </h2>
        <p className="mt-2 text-16 text-ink-soft">
          Tell us what is wrong with the listing of {name}, and we look into it.
        </p>
        <ReportForm
          slug={slug}
          onCancel={close}
          onSent={(message) => {
            close();
            showToast({ title: 'Report sent', text: message });
          }}
        />
      </div>
    </dialog>
  );
}
