/** Gives back what a busy time needed: without being asked V8 keeps half as much again as what lives, for as long as nobody comes. */
import { getHeapStatistics } from 'node:v8';
import { trim } from './trim-memory.ts';

/** A collection takes a tenth of a second: it waits until hardly anybody could notice. */
const calm = { answers: 20, everyMs: 10_000, rounds: 3 };
/** A heap that has grown by less is not worth a collection. */
const worthBytes = 15_000_000;

/** Node offers it where `webFlags` says so. */
const collect = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

const heapBytes = () => getHeapStatistics().total_heap_size;

interface Rest {
  /** Called with each answer. */
  noteAnswer: () => void;
}

/** Collects in the third calm round of ten seconds, after the start and after each time in which the heap has grown. */
export function giveBackAtRest(by = { collect, heapBytes, trim }): Rest {
  let answers = 0;
  let calmRounds = 0;
  let bytesAtRest = 0;
  setInterval(() => {
    calmRounds = answers < calm.answers ? calmRounds + 1 : 0;
    answers = 0;
    if (calmRounds !== calm.rounds || by.heapBytes() < bytesAtRest + worthBytes) return;
    by.collect();
    void by.trim();
    bytesAtRest = by.heapBytes();
  }, calm.everyMs).unref();
  return {
    noteAnswer: () => {
      answers++;
    },
  };
}
