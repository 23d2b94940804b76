import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button.tsx';

interface EditorDialogProps {
  title: string;
  /** 'Add link' */
  submitLabel: string;
  isBusy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** More buttons beside submit and cancel. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A small dialog of the editor. It is rendered into the body, because the field may stand in a form and forms
 * do not nest.
 */
export function EditorDialog({
  title,
  submitLabel,
  isBusy = false,
  onSubmit,
  onClose,
  actions,
  children,
}: EditorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  function submit(event: FormEvent) {
    event.preventDefault();
    // React passes an event on through the portal to the form around the field; Preact lets it end here anyway.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  }
  return createPortal(
    <dialog ref={dialog} aria-labelledby={titleId} className="report-dialog" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5 p-5 sm:p-7">
        <h2 id={titleId} className="text-26">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isBusy}>
            {submitLabel}
          </Button>
          {actions}
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
