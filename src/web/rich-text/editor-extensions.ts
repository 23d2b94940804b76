/** The editor's schema: exactly what its toolbar can make. */
import { Extension, type Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { ListItem } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';

/** Tab leaves the field, as everywhere else; Ctrl+] and Ctrl+[ nest lists. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/**
 * Allows only our own pictures. The page's policy blocks others, and they would tell other servers who reads.
 */
const OwnPicture = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="/media/"]' }],
});

/**
 * Accepts the links that the cleaner lets through. These are more than the dialog offers, so that links
 * written elsewhere stay.
 */
function isLink(href: string): boolean {
  // Browsers ignore white space in an address.
  const bare = href.replace(/\s/g, '');
  return /^[a-z][a-z0-9+.-]*:/i.test(bare) ? /^(https?|mailto|tel):/i.test(bare) : !/^[/\\]{2}/.test(bare);
}

interface Options {
  allowImages: boolean;
  onLink: () => void;
  onToolbar: () => void;
}

export function editorExtensions({ allowImages, onLink, onToolbar }: Options): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      listItem: false,
      // Turned off: it would add an empty line to every text that is only viewed.
      trailingNode: false,
      dropcursor: { class: 'rich-text-drop', color: false, width: 3 },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: isLink,
        // The cleaner sets rel. No target: a new window is the reader's choice.
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    Item,
    ...(allowImages ? [OwnPicture] : []),
    Extension.create({
      name: 'fieldKeys',
      addKeyboardShortcuts: () => ({
        'Mod-k': () => {
          onLink();
          return true;
        },
        'Alt-F10': () => {
          onToolbar();
          return true;
        },
      }),
    }),
  ];
}

/** Lowers pasted headings: a page has one h1, and it is not in the text. */
export function levelPastedHeadings(html: string): string {
  return html.replace(/<(\/?)h1\b/gi, '<$1h2').replace(/<(\/?)h[56]\b/gi, '<$1h4');
}
