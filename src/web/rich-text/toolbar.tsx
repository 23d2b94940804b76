import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { clsx } from 'clsx';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';

interface Tool {
  name: string;
  icon: LucideIcon;
  /** The value of aria-keyshortcuts. */
  keys?: string;
  run: (editor: Editor) => void;
  /** For a tool that is on or off. */
  isOn?: (editor: Editor) => boolean;
  isAble?: (editor: Editor) => boolean;
}

const chain = (editor: Editor) => editor.chain().focus();

const marks: Tool[] = [
  {
    name: 'Heading',
    icon: Heading2,
    keys: 'Control+Alt+2',
    run: (editor) => chain(editor).toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Small heading',
    icon: Heading3,
    keys: 'Control+Alt+3',
    run: (editor) => chain(editor).toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'Bold',
    icon: Bold,
    keys: 'Control+B',
    run: (editor) => chain(editor).toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'Italic',
    icon: Italic,
    keys: 'Control+I',
    run: (editor) => chain(editor).toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'Bulleted list',
    icon: List,
    keys: 'Control+Shift+8',
    run: (editor) => chain(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Numbered list',
    icon: ListOrdered,
    keys: 'Control+Shift+7',
    run: (editor) => chain(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'Quote',
    icon: Quote,
    keys: 'Control+Shift+B',
    run: (editor) => chain(editor).toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
];

const rest: Tool[] = [
  { name: 'Dividing line', icon: Minus, run: (editor) => chain(editor).setHorizontalRule().run() },
  {
    name: 'Undo',
    icon: Undo2,
    keys: 'Control+Z',
    run: (editor) => chain(editor).undo().run(),
    isAble: (editor) => editor.can().undo(),
  },
  {
    name: 'Redo',
    icon: Redo2,
    keys: 'Control+Shift+Z',
    run: (editor) => chain(editor).redo().run(),
    isAble: (editor) => editor.can().redo(),
  },
];

interface ToolbarProps {
  editor: Editor;
  /** The id of the text that the toolbar belongs to. */
  fieldId: string;
  label: string;
  toolbar: RefObject<HTMLDivElement | null>;
  onLink: () => void;
  /** Undefined when the text takes no pictures. */
  onPicture?: (() => void) | undefined;
}

/**
 * One tab stop; the arrow keys move inside the toolbar, and Escape goes back to the text. Alt+F10 leads here
 * from the text.
 */
export function Toolbar({ editor, fieldId, label, toolbar, onLink, onPicture }: ToolbarProps) {
  const [place, setPlace] = useState(0);
  const tools: Tool[] = [
    ...marks,
    {
      name: 'Link',
      icon: Link,
      keys: 'Control+K',
      run: onLink,
      isOn: (present) => present.isActive('link'),
    },
    ...(onPicture
      ? [
          {
            name: 'Picture',
            icon: ImagePlus,
            run: onPicture,
            isOn: (present: Editor) => present.isActive('image'),
          },
        ]
      : []),
    ...rest,
  ];
  const states = useEditorState({
    editor,
    selector: ({ editor: present }) =>
      tools.map(({ isOn, isAble }) => ({ isOn: isOn?.(present), isAble: isAble?.(present) ?? true })),
  });

  function move(event: KeyboardEvent) {
    const last = tools.length - 1;
    const to: Record<string, number> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (event.key === 'Escape') editor.commands.focus();
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={`Formatting of ${label}`}
      aria-controls={fieldId}
      onKeyDown={move}
      className="rich-text-toolbar"
    >
      {tools.map(({ name, icon: Icon, keys, run }, at) => {
        const { isOn, isAble = true } = states[at] ?? {};
        return (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={isOn}
            // Not 'disabled': the button would lose the focus.
            aria-disabled={isAble ? undefined : true}
            aria-keyshortcuts={keys}
            tabIndex={at === place ? 0 : -1}
            onFocus={() => setPlace(at)}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (isAble) run(editor);
            }}
            className={clsx('rich-text-tool', isOn && 'is-on')}
          >
            <Icon aria-hidden="true" size={20} />
          </button>
        );
      })}
    </div>
  );
}
