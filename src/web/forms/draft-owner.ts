import { createContext, useContext } from 'react';

/** The signed-in person whose text the forms below keep in this browser. */
export const DraftOwner = createContext<string | null>(null);

export function useDraftOwner(): string {
  const owner = useContext(DraftOwner);
  if (owner === null) throw new Error('A form that keeps what is typed stands below a DraftOwner');
  return owner;
}
