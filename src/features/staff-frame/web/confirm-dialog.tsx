import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button.tsx';

interface ConfirmDialogProps {
  title: string;
  /** On the button that does it. */
  action: string;
  /** 'secondary': one of the other buttons is what people mostly want. */
  actionLook?: 'primary' | 'secondary';
  /** false: what is asked about is still being read. */
  isReady?: boolean;
  onConfirm: () => void;
  /** Closed, by whatever way, also after onConfirm. */
  onClose: () => void;
  /** Gives each of its buttons a way to close the dialog and act. */
  more?: (closeAnd: (act: () => void) => () => void) => ReactNode;
  children: ReactNode;
}

/** A second, deliberate answer before something that cannot simply be taken back. Begins at Cancel. */
export function ConfirmDialog({
  title,
  action,
  actionLook = 'primary',
  isReady = true,
  onConfirm,
  onClose,
  more,
  children,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    cancel.current?.focus();
  }, []);
  // The dialog's own event comes later than the focus is back: a key pressed between the two would ask again about a dialog
  // that still counts as open, and nothing would show.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  // Closing gives the focus back, so it comes first: the act may send the focus to the next item.
  const closeAnd = (act: () => void) => () => {
    close();
    act();
  };
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="report-dialog"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // The event of a dialog that is gone by now would close the one that has been opened since.
        if (dialog.current) onClose();
      }}
    >
      <div className="grid gap-5 p-5 sm:p-7">
        <h2 id={`${id}-title`} className="text-26">
          {title}
        </h2>
        <div id={`${id}-text`} className="grid min-w-0 gap-4 text-16">
          {children}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button ref={cancel} look="secondary" onClick={close}>
            Cancel
          </Button>
          {more?.(closeAnd)}
          <Button look={actionLook} disabled={!isReady} onClick={closeAnd(onConfirm)}>
            {action}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
