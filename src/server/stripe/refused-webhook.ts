/**
 * Remembers in a file of DATA_DIR when an event last came whose signature this site refused: the check-up compares that with the last
 * accepted one, so that a wrong signing secret is told from a Stripe account that sends nothing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '#shared/times.ts';

const fileIn = (dataDir: string) => join(dataDir, 'webhook-refused.json');
/** Anybody may send anything to the address, so a file is written once a minute at most. */
let notedAt = 0;

export async function noteRefusedWebhook(dataDir: string, at: Date): Promise<void> {
  if (Math.abs(at.getTime() - notedAt) < minuteMs) return;
  notedAt = at.getTime();
  await writeFile(fileIn(dataDir), JSON.stringify({ at }), { mode: 0o600 });
}

/** Null: none was. */
export async function readRefusedWebhook(dataDir: string): Promise<Date | null> {
  try {
    const { at } = JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as { at?: unknown };
    return typeof at === 'string' ? new Date(at) : null;
  } catch {
    return null;
  }
}
