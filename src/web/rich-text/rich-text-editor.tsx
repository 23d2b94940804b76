/** The editor itself, in a separate chunk (rich-text-field.tsx loads it). */
import './rich-text.css';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { Picture } from '#shared/picture.ts';
import { editorExtensions, levelPastedHeadings } from './editor-extensions.ts';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { withoutEmptyEnd } from './rich-text-html.ts';
import { Toolbar } from './toolbar.tsx';

export interface RichTextEditorProps {
  id: string;
  label: string;
  value: string;
  onChange: (html: string) => void;
  allowImages: boolean;
  isInvalid: boolean;
  labelledBy: string;
  describedBy: string | undefined;
}

type Question = { kind: 'link' } | { kind: 'picture'; file: File | null } | null;

const htmlOf = (editor: Editor) => withoutEmptyEnd(editor.getHTML());

export default function RichTextEditor(props: RichTextEditorProps) {
  const { id, label, value, onChange, allowImages, isInvalid, labelledBy, describedBy } = props;
  const [question, setQuestion] = useState<Question>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  /** The values reported since the one shown. A value that is not among them comes from outside. */
  const told = useRef([value]);
  const ask = useRef(setQuestion);

  const editor = useEditor({
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    extensions: editorExtensions({
      allowImages,
      onLink: () => ask.current({ kind: 'link' }),
      onToolbar: () => toolbar.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus(),
    }),
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'prose rich-text-content',
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      },
      transformPastedHTML: levelPastedHeadings,
      handlePaste: (_, event) => takeFile(event.clipboardData),
      handleDrop: (_, event, __, isOwn) => !isOwn && takeFile(event.dataTransfer),
    },
    onUpdate: ({ editor: present }) => {
      const html = htmlOf(present);
      told.current.push(html);
      onChange(html);
    },
  });

  /**
   * Uploads a picture that is pasted or dropped as a file. Pasted text that contains a picture stays text.
   */
  function takeFile(data: DataTransfer | null): boolean {
    const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!allowImages || file === undefined || data?.types.includes('text/html')) return false;
    ask.current({ kind: 'picture', file });
    return true;
  }

  useEffect(() => {
    const at = told.current.lastIndexOf(value);
    told.current = at < 0 ? [value] : told.current.slice(at);
    if (at >= 0) return;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [value, editor]);

  function close() {
    setQuestion(null);
    editor.commands.focus();
  }

  return (
    <>
      <Toolbar
        editor={editor}
        fieldId={id}
        label={label}
        toolbar={toolbar}
        onLink={() => setQuestion({ kind: 'link' })}
        onPicture={allowImages ? () => setQuestion({ kind: 'picture', file: null }) : undefined}
      />
      <EditorContent editor={editor} />
      {question?.kind === 'link' ? <LinkQuestion editor={editor} onClose={close} /> : null}
      {question?.kind === 'picture' ? <PictureQuestion editor={editor} file={question.file} onClose={close} /> : null}
    </>
  );
}

function LinkQuestion({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const href = String(editor.getAttributes('link').href ?? '');
  const save = ({ href: to, text }: { href: string; text: string }) => {
    const chain = editor.chain().focus();
    if (href !== '') chain.extendMarkRange('link').setLink({ href: to }).run();
    else if (!editor.state.selection.empty) chain.setLink({ href: to }).run();
    else
      chain
        .insertContent({
          type: 'text',
          text: text || to.replace(/^mailto:/, ''),
          marks: [{ type: 'link', attrs: { href: to } }],
        })
        .run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const needsText = href === '' && editor.state.selection.empty;
  return <LinkDialog href={href} needsText={needsText} onSave={save} onRemove={remove} onClose={onClose} />;
}

function PictureQuestion({ editor, file, onClose }: { editor: Editor; file: File | null; onClose: () => void }) {
  const { src, alt } = editor.getAttributes('image');
  const present = file === null && typeof src === 'string' ? { src, alt: typeof alt === 'string' ? alt : '' } : null;
  const add = ({ src: address, alt: words, width, height }: Picture) => {
    // Adds a paragraph after the picture, to write on.
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'image', attrs: { src: address, alt: words, width, height } }, { type: 'paragraph' }])
      .run();
    onClose();
  };
  const describe = (words: string) => {
    editor.chain().focus().updateAttributes('image', { alt: words }).run();
    onClose();
  };
  return <PictureDialog present={present} file={file} onAdd={add} onDescribe={describe} onClose={onClose} />;
}
