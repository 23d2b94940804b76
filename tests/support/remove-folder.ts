import { rmSync } from 'node:fs';

/** Removes a test's folder. A process or a worker that just ended may still write its last file: then it looks again. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
