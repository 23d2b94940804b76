import { type ReactNode, useSyncExternalStore } from 'react';
import { createStore } from '#web/store.ts';

const store = createStore<ReactNode>(null);

/** Shows a dialog that belongs to no page, over the page that is open; null closes it. */
export const setDialog = store.set;

/**
 * Draws the dialog inside the page's own tree. In a tree of its own, its fields would get ids that the page has given to others:
 * Preact counts ids by tree.
 */
export const DialogPlace = () => useSyncExternalStore(store.subscribe, store.read, store.read);
