let last = 0;

/** A number no other call in this process gets, for names that must differ. */
export function nextNumber(): number {
  last += 1;
  return last;
}
