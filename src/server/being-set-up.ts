/** A web process listens while the supervisor still starts and prepares the database: until then, a database that is away is no fault. */
let isBeingSetUp = false;

export function beginSetUp(): void {
  isBeingSetUp = true;
}

export function endSetUp(): void {
  isBeingSetUp = false;
}

/** The level at which the log says that the database is away. The supervisor tells by itself when it cannot be prepared. */
export const faultLevel = <L extends 'warn' | 'error'>(usual: L): L | 'info' => (isBeingSetUp ? 'info' : usual);
