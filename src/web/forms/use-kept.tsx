import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { isSame } from '#shared/is-same.ts';
import { mergeOwn } from '#shared/merge-own.ts';
import type { FieldErrors } from './check-form.ts';
import { type Discard, discardWithUndo } from './draft-discard.ts';
import { useDraftOwner } from './draft-owner.ts';
import { KeptNotice } from './kept-notice.tsx';
import { schemaLike } from './schema-like.ts';
import { useDraft } from './use-draft.ts';

export interface KeptThing {
  /** Names the form in the browser's storage, such as 'notice:{id}'. */
  thing: string;
  /** The thing's name on screen: 'notice'. */
  noun: string;
}

interface KeptState extends KeptThing {
  /** Judges kept text; made from the stored value unless a value may be of several kinds. */
  schema?: z.core.$ZodType;
  /** 2: two edits are joined by the fields of the fields. */
  depth?: number;
}

/** A refusal over a newer version. */
interface Over<V> {
  version: string | null;
  was: V;
  now: V;
}

interface Kept<V> {
  /** After a refusal over a newer version: what is stored now, with the fields that were changed here. */
  value: V;
  set: (value: V | ((before: V) => V)) => void;
  /** Says that what was typed is here again, or that what is stored has changed, with the button that gives it up. */
  notice: ReactNode;
  /** Continues from what is stored now, after a save. What was typed since the button was pressed stays. */
  settle: (stored: V) => void;
  /** Continues from what is stored now, unless something is typed that was not sent. */
  follow: (stored: V) => void;
  /** The version over which this was typed: the server refuses it when somebody else has saved since. */
  version: string | null;
  /** The stored value over which this was typed. */
  base: V;
  /** The stored value that the next save may replace. */
  standing: V;
  /** After such a refusal: the value over which this was typed before, and the one that is stored now. */
  over: { was: V; now: V } | null;
  /** Gives up what is typed for what is stored, with a way back. */
  discard: () => void;
  /**
   * After such a refusal: the next save is meant to stand over what is stored now.
   * @param fields errors by field of the answer; with any, it refused something else
   */
  catchUp: (fields: FieldErrors) => void;
}

/**
 * The state of a form that is sent by a button. What is typed stays in this browser until it is sent, and the browser asks
 * before a page with something unsent is closed. useDraft alone does more: it saves by itself and merges two edits.
 * @param now the stored version that the page has read last
 */
export function useKept<V>(
  { thing, noun, schema: own, depth = 1 }: KeptState,
  stored: V,
  now: string | null = null,
): Kept<V> {
  const userId = useDraftOwner();
  const [schema] = useState(() => {
    const kind = own ?? schemaLike(stored);
    return { shape: { value: kind, version: z.nullable(z.string()), base: kind } };
  });
  const { draft, fields, ...state } = useDraft<{ value: V; version: string | null; base: V }>({
    ...{ userId, thing, noun, schema },
    start: { fields: { value: stored, version: now, base: stored }, version: 0 },
    save: () => Promise.resolve(0),
  });
  // A save reads the page's data again before it ends, so these calls may come from an earlier render.
  const newest = useRef({ version: now, stored });
  newest.current = { version: now, stored };
  /** A refusal came before the version that it is about. */
  const isBehind = useRef(false);
  /**
   * The stored version that the next save may replace, after a refusal. Not stored in the browser before the next keystroke: after a
   * reload the form says again that the stored value has changed.
   */
  const [over, setOver] = useState<Over<V> | null>(null);
  const adopt = (value: V) => {
    isBehind.current = false;
    setOver(null);
    draft.adopt({ fields: { value, version: newest.current.version, base: value }, version: 0 });
  };
  // The call comes from the render in which the button was pressed: `fields` are those that were sent.
  const settle = (value: V) => {
    const typed = draft.read().fields.value;
    adopt(value);
    const joined = mergeOwn({ base: fields.value, typed, stored: value, depth });
    if (!isSame(joined, value)) draft.change({ value: joined });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version brings its value with it
  useEffect(() => {
    if (!draft.isDirty) adopt(stored);
    else if (isBehind.current) setOver({ version: now, was: draft.read().fields.base, now: stored });
    isBehind.current = false;
  }, [now]);
  const isDirty = draft.isDirty;
  const nextVersion = () => (over === null ? draft.read().fields.version : over.version);
  const joined = ({ base, value: typed }: Pick<typeof fields, 'base' | 'value'>) =>
    over === null ? typed : mergeOwn({ base, typed, stored: over.now, depth });
  const giveUp: Discard = () => {
    const typed = draft.read();
    adopt(stored);
    return () => draft.bringBack(typed);
  };
  return {
    value: joined(fields),
    set: (value) => {
      isBehind.current = false;
      const merged = joined(draft.read().fields);
      const next = typeof value === 'function' ? (value as (before: V) => V)(merged) : value;
      // From here on it is an edit of what is stored now: typed back to its former value, a field of a colleague would look untouched.
      if (over !== null && draft.read().fields.version !== over.version) {
        draft.adopt({ fields: { value: over.now, version: over.version, base: over.now }, version: 0 });
      }
      draft.change({ value: next });
    },
    notice: (
      <KeptNotice
        noun={noun}
        verb="saved"
        isKept={isDirty && state.notice === 'kept'}
        isOutdated={
          isDirty &&
          over === null &&
          (now === null && fields.version === null ? state.isOutdated : fields.version !== now)
        }
        isToldOnSaving={now !== null || fields.version !== null}
        onDiscard={giveUp}
      />
    ),
    discard: () => discardWithUndo(noun, giveUp),
    settle,
    follow: (value) => {
      if (!draft.isDirty) adopt(value);
    },
    version: nextVersion(),
    base: fields.base,
    standing: over === null ? fields.base : over.now,
    over,
    catchUp: (errors) => {
      if (Object.keys(errors).length > 0) return;
      const { version, stored: theirs } = newest.current;
      if (nextVersion() === version) isBehind.current = true;
      else setOver({ version, was: draft.read().fields.base, now: theirs });
    },
  };
}
