/** Parts of the first page that the browser takes over one after another: a single long task would keep a phone from answering a touch. */
import { type ReactElement, Suspense, useLayoutEffect, useState } from 'react';

interface Turn {
  isPending: boolean;
  coming: Promise<void>;
  come: () => void;
}

const waiting: Turn[] = [];
let isTakingOver = false;
let takenOver = Promise.resolve();

function takeNumber(): Turn | null {
  if (!isTakingOver) return null;
  const turn: Turn = { isPending: true, coming: Promise.resolve(), come: () => undefined };
  turn.coming = new Promise((resolve) => {
    turn.come = () => {
      turn.isPending = false;
      resolve();
    };
  });
  waiting.push(turn);
  return turn;
}

const channel = new MessageChannel();

/** Ends the task, so that what a person does meanwhile comes first. A timer would do so, too, but adds four milliseconds to each part. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

/** Takes the page over by `hydrate`, except its parts in turn, and then each of those in a task of its own. */
export function takeOverInTurns(hydrate: () => void): Promise<void> {
  takenOver = inTurns(hydrate);
  return takenOver;
}

/** Kept once the whole page listens: from then on scripts may load that it can be used without. */
export const whenTakenOver = (): Promise<void> => takenOver;

async function inTurns(hydrate: () => void): Promise<void> {
  isTakingOver = true;
  hydrate();
  isTakingOver = false;
  for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
    await nextTask();
    turn.come();
  }
  await nextTask();
}

interface PartProps {
  turn: Turn;
  onTaken: () => void;
  children: ReactElement;
}

/** Waits by throwing: Preact leaves the server's element alone until the promise is kept. */
function Part({ turn, onTaken, children }: PartProps) {
  if (turn.isPending) throw turn.coming;
  useLayoutEffect(onTaken, [onTaken]);
  return children;
}

/**
 * @param children one element that is always there. After a part with `useId` nothing may use it that has no turn: its numbers count
 *   in the order in which parts are taken over, and on the server in the order of the page.
 */
export function InTurn({ children }: { children: ReactElement }): ReactElement {
  const [turn] = useState(takeNumber);
  // Preact takes over what the server drew without a look at attributes. A part that has changed since is therefore taken over as it was, and then changed.
  const [first] = useState(children);
  const [isTaken, setIsTaken] = useState(false);
  const [onTaken] = useState(() => () => setIsTaken(true));
  if (turn === null) return children;
  return (
    <Suspense>
      <Part turn={turn} onTaken={onTaken}>
        {isTaken ? children : first}
      </Part>
    </Suspense>
  );
}
