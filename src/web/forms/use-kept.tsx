import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { DraftNotice } from './draft-notice.tsx';
import { useDraftOwner } from './draft-owner.ts';
import { schemaLike } from './schema-like.ts';
import { useDraft } from './use-draft.ts';

export interface KeptThing {
  /** Names the form in the browser's storage, such as 'notice:{id}'. */
  thing: string;
  /** The thing's name on screen: 'notice'. */
  noun: string;
}

interface Kept<V> {
  value: V;
  set: (value: V | ((before: V) => V)) => void;
  /** Says that what was typed is here again, with the button that gives it up. */
  notice: ReactNode;
  /** Continues from what is stored now: after a save, or when the text is given up. */
  settle: (stored: V) => void;
  /** The version over which this was typed: the server refuses it when somebody else has saved since. */
  version: string | null;
  /** After such a refusal: the next save is meant to stand over what is stored now. */
  catchUp: () => void;
}

/**
 * The state of a form that is sent by a button. What is typed stays in this browser until it is sent, and the browser asks
 * before a page with something unsent is closed. useDraft alone does more: it saves by itself and merges two edits.
 * @param now the stored version that the page has read last
 */
export function useKept<V>({ thing, noun }: KeptThing, stored: V, now: string | null = null): Kept<V> {
  const userId = useDraftOwner();
  const [schema] = useState(() => ({ shape: { value: schemaLike(stored), version: z.nullable(z.string()) } }));
  const { draft, fields, ...state } = useDraft<{ value: V; version: string | null }>({
    ...{ userId, thing, noun, schema },
    start: { fields: { value: stored, version: now }, version: 0 },
    save: () => Promise.resolve(0),
  });
  const settle = (value: V) => draft.adopt({ fields: { value, version: now }, version: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version brings its value with it
  useEffect(() => {
    if (!draft.isDirty) settle(stored);
  }, [now]);
  return {
    value: fields.value,
    set: (value) =>
      draft.change((before) => ({
        value: typeof value === 'function' ? (value as (before: V) => V)(before.value) : value,
      })),
    notice: <DraftNotice draft={state} noun={noun} onDiscard={() => settle(stored)} />,
    settle,
    version: fields.version,
    catchUp: () => draft.change({ version: now }),
  };
}
