/**
 * A field for text with headings, lists, links and pictures: everything that the server's clean-html.ts
 * allows and the toolbar makes. The editor comes in its own chunk. When that cannot be loaded, the HTML
 * itself can be edited, so nothing is lost.
 */
import { clsx } from 'clsx';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import { lostByEditor } from './rich-text-html.ts';

interface RichTextFieldProps {
  /** The id of the editable text, for focusing it. */
  id: string;
  label: string;
  /** HTML; '' for none. A value other than the last one that `onChange` reported replaces the text. */
  value: string;
  /** Called on every change, with HTML that the server still has to clean. */
  onChange: (html: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** Allows uploaded pictures; only where staff write. */
  allowImages?: boolean;
}

type Loaded = ComponentType<RichTextEditorProps> | 'loading' | 'failed';

export default function RichTextField(props: RichTextFieldProps) {
  const { id, label, value, onChange, error, hint, allowImages = false } = props;
  const own = useId();
  const [Editor, setEditor] = useState<Loaded>('loading');
  // Checked once: later input comes from the editor itself.
  const [lost, setLost] = useState(() => lostByEditor(value, { allowImages }));

  useEffect(() => {
    let isHere = true;
    // Not 'import().then(…)': the build moves that 'then' before the loading of its styles, and a failure of
    // the styles would not be caught.
    const load = async () => (await import('./rich-text-editor.tsx')).default;
    load()
      .catch(() => 'failed' as const)
      .then((loaded) => {
        if (isHere) setEditor(() => loaded);
      });
    return () => {
      isHere = false;
    };
  }, []);

  const isPlain = Editor === 'failed' || lost.length > 0;
  const help = Editor === 'failed' ? editorMissing : lost.length > 0 ? editorTooSmall(lost) : hint;
  const wiring = {
    id,
    labelledBy: `${own}-label`,
    describedBy: [error && `${own}-error`, help && `${own}-help`].filter(Boolean).join(' ') || undefined,
    isInvalid: Boolean(error),
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a label focuses its field when pressed; a contenteditable does not get that by itself */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard gets there by Tab */}
      <span
        id={`${own}-label`}
        className="mb-1.5 block text-16 font-semibold"
        onClick={() => document.getElementById(id)?.focus()}
      >
        {label}
      </span>
      <div className={clsx(frame, error ? 'border-danger' : 'border-line-strong')}>
        {isPlain ? (
          <textarea
            id={id}
            aria-labelledby={wiring.labelledBy}
            aria-describedby={wiring.describedBy}
            aria-invalid={wiring.isInvalid || undefined}
            rows={14}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="block w-full rounded-control bg-card px-4 py-2.5 font-mono text-16"
          />
        ) : Editor === 'loading' ? (
          <p role="status" className="min-h-80 p-4 text-ink-soft">
            Loading the editor…
          </p>
        ) : (
          <Editor {...wiring} {...{ label, value, onChange, allowImages }} />
        )}
      </div>
      {help ? (
        <p id={`${own}-help`} className="mt-1.5 text-14 text-ink-soft">
          {help}
        </p>
      ) : null}
      {isPlain && Editor !== 'failed' ? (
        <Button look="secondary" className="mt-2" onClick={() => setLost([])}>
          Use the editor without {inWords(lost)}
        </Button>
      ) : null}
      {error ? (
        <p id={`${own}-error`} className="mt-1.5 text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const frame =
  'rounded-control border bg-card has-[[role=textbox]:focus-visible]:outline-3 has-[[role=textbox]:focus-visible]:outline-offset-3 has-[[role=textbox]:focus-visible]:outline-focus';

const editorMissing =
  'The editor could not be loaded, so this is the text as HTML. You can go on writing here, or reload the page.';

const editorTooSmall = (lost: readonly string[]) =>
  `This text has ${inWords(lost)}, which the editor cannot show, so this is the text as HTML.`;

/** 'a table and code' */
function inWords(parts: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(parts);
}
