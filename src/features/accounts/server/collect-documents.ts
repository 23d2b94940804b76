import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claimDocuments, claims } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { downloadData } from '../download-contract.ts';

type Document = Answer<typeof downloadData>['claims'][number]['documents'][number];

/** The file is made in memory. */
const maxBytes = 30 * 1024 * 1024;

/** The documents of a person's claims, by claim; with their contents from the newest on, until the file would be too large. */
export async function documentsOf(db: Database, userId: string): Promise<(claimId: string) => Document[]> {
  const rows = await db
    .select({
      id: claimDocuments.id,
      claimId: claimDocuments.claimId,
      name: claimDocuments.pdfName,
      createdAt: claimDocuments.createdAt,
      bytes: sql<number>`octet_length(${claimDocuments.picture})`,
    })
    .from(claimDocuments)
    .innerJoin(claims, eq(claims.id, claimDocuments.claimId))
    .where(eq(claims.userId, userId))
    .orderBy(desc(claimDocuments.id));
  let bytes = 0;
  const whole = rows.filter((row) => {
    bytes += row.bytes;
    return bytes <= maxBytes;
  });
  const ids = whole.map(({ id }) => id);
  const contents =
    ids.length === 0
      ? []
      : await db
          .select({ id: claimDocuments.id, content: claimDocuments.picture })
          .from(claimDocuments)
          .where(inArray(claimDocuments.id, ids));
  const contentOf = new Map(contents.map(({ id, content }) => [id, content]));
  const byClaim = Map.groupBy(rows, ({ claimId }) => claimId);
  return (claimId) =>
    (byClaim.get(claimId) ?? []).map(({ id, name, createdAt }) => {
      const type = name === null ? 'image/webp' : 'application/pdf';
      const content = contentOf.get(id)?.toString('base64');
      return {
        name,
        addedAt: createdAt.toISOString(),
        src: content === undefined ? null : `data:${type};base64,${content}`,
      };
    });
}
