import { useState } from 'react';
import { useDraftOwner } from './draft-owner.ts';
import { readDraft } from './draft-store.ts';

/** True when this browser kept text of an earlier visit for a thing: its form should not stay folded away. */
export function useHasDraft(thing: string): boolean {
  const userId = useDraftOwner();
  return useState(() => readDraft(userId, thing) !== null)[0];
}
