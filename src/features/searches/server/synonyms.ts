/** The meanings that staff give to words. Searches read the table anew each time; stored pages are dropped with each change. */
import { asc, eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { searchSynonyms } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { maxSynonyms, type Synonym, type SynonymForm } from '../staff-contract.ts';

type Row = typeof searchSynonyms.$inferSelect;

const shown = ({ id, term, means, createdAt }: Row): Synonym => ({
  id,
  term,
  means,
  createdAt: createdAt.toISOString(),
});

export async function readSynonyms(db: Database): Promise<Synonym[]> {
  const rows = await db.select().from(searchSynonyms).orderBy(asc(searchSynonyms.term)).limit(maxSynonyms);
  return rows.map(shown);
}

/** @throws Problem 'invalid' for the same word twice, 'conflict' when the term has another meaning already */
async function checkForm(tx: Database, { term, means }: SynonymForm, own: string | null): Promise<{ phrase: string }> {
  // One write at a time: two people may add the same term.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search_synonyms'))`);
  const { rows } = await tx.execute<{ phrase: string | null; meant: string | null }>(
    sql`select search_stems(${term}) as phrase, search_stems(${means}) as meant`,
  );
  const { phrase = null, meant = null } = rows[0] ?? {};
  if (phrase === null) throw new Problem('invalid', 'Please enter a word', { fields: { term: 'Please enter a word' } });
  if (meant === null) throw new Problem('invalid', 'Please enter a word', { fields: { means: 'Please enter a word' } });
  if (phrase === meant) {
    const message = 'Please enter another word: a search for this one finds it already';
    throw new Problem('invalid', message, { fields: { means: message } });
  }
  const [same] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.phrase, phrase));
  if (same && same.id !== own) {
    const message = `“${same.term}” means “${same.means}” already. Change that one.`;
    throw new Problem('conflict', message, { fields: { term: message } });
  }
  return { phrase };
}

async function note(
  tx: Database,
  entry: { actorId: string; action: string; id: string; data: Record<string, unknown> },
) {
  const { id, ...rest } = entry;
  await writeAudit(tx, { ...rest, subjectType: 'synonym', subjectId: id });
  await announceChange(tx, ['businesses']);
}

export function addSynonym(db: Database, form: SynonymForm, actorId: string): Promise<Synonym> {
  return db.transaction(async (tx) => {
    const { phrase } = await checkForm(tx, form, null);
    if ((await tx.$count(searchSynonyms)) >= maxSynonyms) {
      throw new Problem('conflict', `There are ${maxSynonyms} synonyms already. Remove some that nobody needs.`);
    }
    const [row] = await tx
      .insert(searchSynonyms)
      .values({ ...form, phrase })
      .returning();
    if (!row) throw new Error('the synonym was not stored');
    await note(tx, { actorId, action: 'synonym.added', id: row.id, data: { term: form.term, means: form.means } });
    return shown(row);
  });
}

interface Change {
  form: SynonymForm;
  /** The copy that was edited. */
  was: SynonymForm;
}

/** @throws Problem 'not_found', 'invalid', 'conflict' when somebody else has changed it since, or when the term has another meaning already */
export function changeSynonym(id: string, { form, was }: Change, request: ApiRequest): Promise<Synonym> {
  const actorId = requireUser(request.user).id;
  return request.db.transaction(async (tx) => {
    const [old] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.id, id)).for('update');
    if (old && (old.term !== was.term || old.means !== was.means)) {
      const { who, ago } = await lastActor(tx, { subjectType: 'synonym', subjectId: id }, request);
      throw new Problem('conflict', `${who} changed this${ago}. Yours is not saved yet.`);
    }
    const { phrase } = await checkForm(tx, form, id);
    const [row] = await tx
      .update(searchSynonyms)
      .set({ ...form, phrase })
      .where(eq(searchSynonyms.id, id))
      .returning();
    if (!old || !row) throw new Problem('not_found', 'This synonym is not there any more.');
    const data = { term: [old.term, row.term], means: [old.means, row.means] };
    await note(tx, { actorId, action: 'synonym.changed', id, data });
    return shown(row);
  });
}

export async function removeSynonym(db: Database, id: string, actorId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id)).returning();
    if (!row) throw new Problem('not_found', 'This synonym is not there any more.');
    await note(tx, { actorId, action: 'synonym.removed', id, data: { term: row.term, means: row.means } });
  });
}
