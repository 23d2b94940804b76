import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Draft } from './draft.ts';
import { isSameDraft } from './draft-fields.ts';
import { useDraftOwner } from './draft-owner.ts';
import { type FormValues, fillForm, readForm } from './form-values.ts';
import { KeptNotice } from './kept-notice.tsx';
import { schemaLike } from './schema-like.ts';
import type { KeptThing } from './use-kept.tsx';

interface KeptForm {
  /** For the form element. */
  ref: (form: HTMLFormElement | null) => void;
  /** Says that what was typed is here again, with the button that gives it up. */
  notice: ReactNode;
  /** It is sent: nothing is kept but what was typed since. Works after the form is gone, too. */
  settle: () => void;
  /** The same, and this field is empty for more; what was typed on in it since stays. */
  settleEmpty: (name: string) => void;
}

const nothing = () => () => undefined;

/** As useKept, for a form whose fields hold their values themselves. The fields need names. */
export function useKeptForm({ thing, noun }: KeptThing): KeptForm {
  const userId = useDraftOwner();
  const [form, ref] = useState<HTMLFormElement | null>(null);
  const [draft, setDraft] = useState<Draft<FormValues> | null>(null);
  /** The fields at the last press of the button. */
  const sent = useRef<FormValues | null>(null);
  const state = useSyncExternalStore(draft?.subscribe ?? nothing, () => draft?.read() ?? null);
  // Before anybody can type: the fields as they are now count as not typed in.
  useLayoutEffect(() => {
    if (form === null) return;
    const fields = readForm(form);
    const shape = Object.fromEntries(Object.keys(fields).map((name) => [name, schemaLike([''])]));
    const opened = new Draft<FormValues>({
      ...{ userId, thing, noun, schema: { shape } },
      start: { fields, version: 0 },
      save: () => Promise.resolve(0),
    });
    if (opened.isDirty) fillForm(form, opened.read().fields);
    const follow = () => opened.change(readForm(form));
    const events = ['input', 'change'] as const;
    for (const event of events) form.addEventListener(event, follow);
    const note = () => {
      sent.current = readForm(form);
    };
    form.addEventListener('submit', note);
    // Before the draft keeps it: a field may have been filled without an event.
    const leavings = ['beforeunload', 'pagehide'] as const;
    for (const event of leavings) addEventListener(event, follow);
    const close = opened.open();
    setDraft(opened);
    return () => {
      for (const event of events) form.removeEventListener(event, follow);
      form.removeEventListener('submit', note);
      for (const event of leavings) removeEventListener(event, follow);
      close();
    };
  }, [form, userId, thing, noun]);
  function settle() {
    const now = form?.isConnected ? readForm(form) : draft?.read().fields;
    if (now === undefined) return;
    // A form that is empty again was cleared by its page.
    const isCleared = draft !== null && isSameDraft(now, draft.options.start.fields);
    const was = isCleared ? null : sent.current;
    draft?.adopt({ fields: was ?? now, version: 0 });
    // Typed on before the answer came: that part is not sent yet.
    if (was !== null) draft?.change(now);
    sent.current = null;
  }
  return {
    ref,
    notice:
      state === null || draft === null ? null : (
        <KeptNotice
          noun={noun}
          verb="sent"
          isKept={state.notice === 'kept' && draft.isDirty}
          isOutdated={state.isOutdated && draft.isDirty}
          onDiscard={() => {
            const bringBack = draft.discard();
            const show = () => {
              if (form?.isConnected) fillForm(form, draft.read().fields);
            };
            show();
            return () => {
              bringBack();
              show();
            };
          }}
        />
      ),
    settle,
    settleEmpty: (name) => {
      const field = form?.elements.namedItem(name);
      const isAsSent = field instanceof HTMLTextAreaElement && field.value === sent.current?.[name]?.[0];
      if (isAsSent) field.value = '';
      if (sent.current !== null) sent.current = { ...sent.current, [name]: [''] };
      settle();
    },
  };
}
