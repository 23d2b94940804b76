import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { checkLink } from './link-address.ts';

interface LinkDialogProps {
  /** The address of the link at the cursor; '' for a new link. */
  href: string;
  /** Nothing is selected, so the link needs a text of its own. */
  needsText: boolean;
  onSave: (link: { href: string; text: string }) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function LinkDialog({ href, needsText, onSave, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(href);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  function save() {
    const checked = checkLink(address);
    if (checked.problem === undefined) return onSave({ href: checked.href, text: text.trim() });
    setProblem(checked.problem);
    field.current?.focus();
  }
  return (
    <EditorDialog
      title={href === '' ? 'Add a link' : 'Change the link'}
      submitLabel={href === '' ? 'Add link' : 'Save link'}
      onSubmit={save}
      onClose={onClose}
      actions={
        href === '' ? null : (
          <Button look="danger" onClick={onRemove}>
            Remove link
          </Button>
        )
      }
    >
      <TextField
        ref={field}
        label="Address"
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={address}
        error={problem || undefined}
        onChange={(event) => {
          setAddress(event.target.value);
          setProblem('');
        }}
      />
      {needsText ? (
        <TextField
          label="Words to show"
          help="Leave it empty to show the address itself."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
    </EditorDialog>
  );
}
