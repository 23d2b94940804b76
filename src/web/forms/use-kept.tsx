import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { FieldErrors } from './check-form.ts';
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
}

interface Kept<V> {
  value: V;
  set: (value: V | ((before: V) => V)) => void;
  /** Says that what was typed is here again, or that what is stored has changed, with the button that gives it up. */
  notice: ReactNode;
  /** Continues from what is stored now: after a save, or when the text is given up. */
  settle: (stored: V) => void;
  /** Continues from what is stored now, unless something is typed that was not sent. */
  follow: (stored: V) => void;
  /** The version over which this was typed: the server refuses it when somebody else has saved since. */
  version: string | null;
  /** The stored value over which this was typed. */
  base: V;
  /** After such a refusal: the version is the one of what is stored now, while `base` is still the former value. */
  isOver: boolean;
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
export function useKept<V>({ thing, noun, schema: own }: KeptState, stored: V, now: string | null = null): Kept<V> {
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
  const newest = useRef(now);
  newest.current = now;
  /** A refusal came before the version that it is about. */
  const isBehind = useRef(false);
  /**
   * The stored version that the next save may replace, after a refusal. The browser does not keep it: somebody who opens the form again is
   * told again that the stored value has changed.
   */
  const [standsOver, setStandsOver] = useState<{ version: string | null } | null>(null);
  const settle = (value: V) => {
    isBehind.current = false;
    setStandsOver(null);
    draft.adopt({ fields: { value, version: newest.current, base: value }, version: 0 });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version brings its value with it
  useEffect(() => {
    if (!draft.isDirty) settle(stored);
    else if (isBehind.current) setStandsOver({ version: now });
    isBehind.current = false;
  }, [now]);
  const isDirty = draft.isDirty;
  const nextVersion = () => (standsOver === null ? draft.read().fields.version : standsOver.version);
  return {
    value: fields.value,
    set: (value) => {
      isBehind.current = false;
      draft.change((before) => ({
        value: typeof value === 'function' ? (value as (before: V) => V)(before.value) : value,
      }));
    },
    notice: (
      <KeptNotice
        noun={noun}
        verb="saved"
        isKept={isDirty && state.notice === 'kept'}
        isOutdated={isDirty && (now === null && fields.version === null ? state.isOutdated : fields.version !== now)}
        onDiscard={() => {
          const typed = draft.read();
          settle(stored);
          return () => draft.bringBack(typed);
        }}
      />
    ),
    settle,
    follow: (value) => {
      if (!draft.isDirty) settle(value);
    },
    version: nextVersion(),
    base: fields.base,
    isOver: standsOver !== null,
    catchUp: (errors) => {
      if (Object.keys(errors).length > 0) return;
      if (nextVersion() === newest.current) isBehind.current = true;
      else setStandsOver({ version: newest.current });
    },
  };
}
