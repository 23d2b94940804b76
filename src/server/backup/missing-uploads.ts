/** Finds pictures that a backup's rows name and whose files are missing. */
import { Client, escapeIdentifier } from 'pg';
import { encodedFiles } from '#server/storage/encode-picture.ts';

/**
 * Tables that visitors see. Former versions, sent newsletters and the audit log may name pictures that were
 * deleted since.
 */
const shownTables = new Set(['businesses', 'business_photos', 'events', 'articles', 'ads', 'city_settings']);

const address = /\/media\/u\/([A-Za-z0-9_-]{1,100})\.(\d{1,5})x(\d{1,5})\./g;
/** Longer than any address, because an address may span two pieces. */
const maxAddressLength = 150;

export class NamedUploads {
  readonly #files = new Map<string, string[]>();

  /** Passes the rows through and notes the pictures that they name. */
  async *note(table: { schema: string; name: string }, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const isShown = table.schema === 'public' && shownTables.has(table.name);
    let before = '';
    for await (const piece of rows) {
      if (isShown) {
        const text = before + piece.toString('latin1');
        for (const [, name = '', width, height] of text.matchAll(address)) {
          this.#files.set(name, encodedFiles(name, { width: Number(width), height: Number(height) }));
        }
        before = text.slice(-maxAddressLength);
      }
      yield piece;
    }
  }

  /**
   * Names of the missing files. A picture that was deleted since the rows were read is not missing.
   * @param there the names of all uploads
   */
  async missing(url: string, there: readonly string[]): Promise<string[]> {
    const found = new Set(there);
    const lacking = [...this.#files].filter(([, files]) => files.some((file) => !found.has(file)));
    if (lacking.length === 0) return [];
    const client = new Client({ connectionString: url, application_name: 'alameda backup' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const missing: string[] = [];
      for (const [name, files] of lacking) {
        if (await isNamed(client, name)) missing.push(...files.filter((file) => !found.has(file)));
      }
      return missing;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function isNamed(client: Client, name: string): Promise<boolean> {
  for (const table of shownTables) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${escapeIdentifier(table)} t where strpos(t::text, $1) > 0) as found`,
      [`/media/u/${name}.`],
    );
    if (rows[0]?.found) return true;
  }
  return false;
}
