/** Receives the announcements of announceChange on its own connection, which is reopened when it breaks. */
import { Client } from 'pg';
import type { Log } from '#server/log.ts';
import { changeChannel } from './announce-change.ts';

interface ChangeListener {
  close: () => Promise<void>;
}

/** Calls `onMissed` after every new connection, because announcements may have been missed. */
export function listenForChanges(
  url: string,
  { onChange, onMissed, log }: { onChange: (tags: string[]) => void; onMissed: () => void; log: Log },
): ChangeListener {
  let closed = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  const again = () => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = null;
      void connect();
    }, 1000);
  };

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: 'alameda changes', keepAlive: true });
    next.on('error', (error) => log.warn({ reason: error.message }, 'lost the connection that hears of changes'));
    next.on('end', again);
    next.on('notification', ({ payload }) => {
      if (payload) onChange(JSON.parse(payload) as string[]);
    });
    try {
      await next.connect();
      await next.query(`listen ${changeChannel}`);
      client = next;
      onMissed();
    } catch {
      await next.end().catch(() => undefined);
      again();
    }
  }

  void connect();
  return {
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}
