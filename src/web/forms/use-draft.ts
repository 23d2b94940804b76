import { useEffect, useState, useSyncExternalStore } from 'react';
import { Draft, type DraftOptions, type DraftState } from './draft.ts';

/**
 * The draft of one editor: fields, version, errors, saving, and a copy in this browser until it is saved. The
 * component needs a key of its own for each thing.
 */
export function useDraft<F extends object>(options: DraftOptions<F>): DraftState<F> & { draft: Draft<F> } {
  const [draft] = useState(() => new Draft(options));
  draft.options = options;
  const state = useSyncExternalStore(draft.subscribe, draft.read, draft.read);
  useEffect(() => draft.open(), [draft]);
  const { start } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version brings its fields with it
  useEffect(() => draft.follow(start), [draft, start.version]);
  return { ...state, draft };
}
