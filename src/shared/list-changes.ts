/** Finds the differences between two states of a list, for its history. */

export interface Entry {
  /** Stays when the words change. */
  id: string;
  name: string;
  /** The other words, each with its label. */
  words: Readonly<Record<string, string>>;
}

export interface Change {
  text: string;
  from?: string;
  to?: string;
}

export function listChanges(before: readonly Entry[], after: readonly Entry[]): Change[] {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const now = new Map(after.map((entry) => [entry.id, entry]));
  const stayed = (list: readonly Entry[]) => list.map(({ id }) => id).filter((id) => old.has(id) && now.has(id));
  const isMoved = stayed(before).join() !== stayed(after).join();
  return [
    ...after.flatMap((entry) => {
      const was = old.get(entry.id);
      if (was === undefined) return [{ text: `${entry.name}: added` }];
      return [
        ...(was.name === entry.name ? [] : [{ text: 'Name', from: was.name, to: entry.name }]),
        ...Object.entries(entry.words).flatMap(([label, to]) => {
          const from = was.words[label] ?? '';
          return from === to ? [] : [{ text: `${entry.name}, ${label}`, from: from || 'none', to: to || 'none' }];
        }),
      ];
    }),
    ...before.flatMap(({ id, name }) => (now.has(id) ? [] : [{ text: `${name}: removed` }])),
    ...(isMoved ? [{ text: 'Another order' }] : []),
  ];
}
