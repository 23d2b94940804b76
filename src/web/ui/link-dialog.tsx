/** Shows a link that can neither be shared nor copied by the site, until the visitor closes it. Loaded only then. */
import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { setDialog } from './dialog-place.tsx';

/** Resolves when the dialog has closed: true when the visitor says that the link is copied. */
export function showLink(url: string, what: string): Promise<boolean> {
  return new Promise((resolve) => {
    const close = (isCopied: boolean) => {
      setDialog(null);
      resolve(isCopied);
    };
    setDialog(<LinkDialog url={url} what={what} onClosed={close} />);
  });
}

interface LinkDialogProps {
  url: string;
  what: string;
  onClosed: (isCopied: boolean) => void;
}

function LinkDialog({ url, what, onClosed }: LinkDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isCopied = useRef(false);
  const [titleId, fieldId] = [useId(), useId()];
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector('input')?.select();
  }, []);
  function done() {
    isCopied.current = true;
    dialog.current?.close();
  }
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="report-dialog" onClose={() => onClosed(isCopied.current)}>
      <div className="grid gap-5 p-5 text-16 sm:p-7">
        <h2 id={titleId} className="text-26">
          Copy this link to share
        </h2>
        <p>Your browser does not let us copy it for you. Paste it into a message to share this {what}.</p>
        <div className="grid gap-2">
          <label htmlFor={fieldId} className="font-semibold">
            Link
          </label>
          <input
            id={fieldId}
            readOnly
            value={url}
            className="min-h-13 w-full rounded-control border border-line-strong bg-card px-3 text-16"
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={done}>I Have Copied It</Button>
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
      </div>
    </dialog>
  );
}
