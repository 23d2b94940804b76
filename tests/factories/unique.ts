let last = 0;

/** Returns a number that no other call in this process gets, for names that must differ. */
export function nextNumber(): number {
  last += 1;
  return last;
}
