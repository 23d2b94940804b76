import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '#web/api-client/api-error.ts';
import { Draft, type DraftOptions } from './draft.ts';
import { dropDrafts, hasDrafts } from './draft-store.ts';

const Fields = z.object({
  title: z.string().check(z.maxLength(9, 'Too long')),
  kind: z.enum(['news', 'event']),
  days: z.array(z.string()),
});
type Fields = z.infer<typeof Fields>;

const blank: Fields = { title: '', kind: 'news', days: [] };
const key = 'draft:ada:note:1';

/** As a browser's: its entries are its own keys. */
class TestStorage {
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
  }
  setItem(name: string, value: string): void {
    Reflect.set(this, name, value);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

let storage: TestStorage;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  storage = new TestStorage();
  page = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server with one note, which refuses a save of an older version. */
function aServer(version = 1, fields: Fields = { ...blank, title: 'Stored' }) {
  const server = { version, fields, failure: null as Error | null, saves: [] as string[] };
  const save = async (sent: Fields, seen: number, kind: string) => {
    if (server.failure) throw server.failure;
    if (seen !== server.version) throw refusal(409, 'Nora was faster');
    server.saves.push(`${kind} ${sent.title}`);
    server.fields = sent;
    server.version++;
    return server.version;
  };
  return { server, save };
}

const refusal = (status: number, message: string, fields = {}) =>
  new ApiError(status, '', JSON.stringify({ code: 'x', message, fields }));

function aDraft(options: Partial<DraftOptions<Fields>> = {}) {
  const { server, save } = aServer();
  const given = { userId: 'ada', thing: 'note:1', noun: 'note', schema: Fields, save };
  const draft = new Draft<Fields>({ ...given, start: { fields: server.fields, version: server.version }, ...options });
  return { draft, server, close: draft.open(), saveKind: () => draft.read().save.kind };
}

/** Tells whether the browser would ask before the page is left. */
function leaves(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(event);
  return !event.defaultPrevented;
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it('saves after a pause, one call at a time, and what was typed meanwhile afterwards', async () => {
  const { draft, server, saveKind } = aDraft({ autosaveMs: 1000 });
  draft.change({ title: 'One' });
  await settle(900);
  draft.change({ title: 'Two' });
  await settle(900);
  expect([server.saves, saveKind(), leaves()]).toEqual([[], 'unsaved', false]);
  const all = [draft.flush(), draft.flush('saved')];
  draft.change({ title: 'Three' });
  await settle();
  expect(await Promise.all(all)).toEqual([true, true]);
  expect(server.saves).toEqual(['autosaved Two', 'autosaved Three', 'saved Three']);
  expect([saveKind(), leaves(), storage.getItem(key)]).toEqual(['saved', true, null]);
});

it('keeps text in this browser for the person who closes the tab, until it is saved', async () => {
  const first = aDraft();
  first.draft.change({ title: 'Typed', days: ['Monday'] });
  first.close();
  const { draft, saveKind } = aDraft();
  expect(draft.read()).toMatchObject({ notice: 'kept', fields: { title: 'Typed', days: ['Monday'] } });
  expect(saveKind()).toBe('unsaved');
  expect(await draft.flush('saved')).toBe(true);
  expect(storage.getItem(key)).toBeNull();
  expect(aDraft().draft.read().notice).toBeNull();
});

it('gives kept text up when it is discarded, and none to another person', () => {
  aDraft().draft.change({ title: 'Typed' });
  page.dispatchEvent(new Event('pagehide'));
  expect(aDraft({ userId: 'bob' }).draft.read()).toMatchObject({ notice: null, fields: { title: 'Stored' } });
  const { draft } = aDraft();
  draft.discard();
  expect([draft.read().fields.title, draft.read().notice, storage.getItem(key)]).toEqual(['Stored', null, null]);
});

it('brings discarded text back, also when its form is closed by then', () => {
  aDraft().draft.change({ title: 'Typed' });
  page.dispatchEvent(new Event('pagehide'));
  const { draft, close } = aDraft();
  const bringBack = draft.discard();
  close();
  bringBack();
  expect(draft.read()).toMatchObject({ fields: { title: 'Typed' }, notice: 'kept', save: { kind: 'unsaved' } });
  expect(aDraft().draft.read()).toMatchObject({ fields: { title: 'Typed' }, notice: 'kept' });
});

it('reads text that an older site has kept: a missing field and one of another kind get the present value', () => {
  const kept = { fields: { title: 'longer than nine', kind: 'party' }, base: { title: 'Stored' }, version: 1 };
  storage.setItem(key, JSON.stringify(kept));
  expect(aDraft().draft.read().fields).toEqual({ title: 'longer than nine', kind: 'news', days: [] });
  for (const broken of ['{', '[]', 'null', '{"fields":1,"base":{},"version":1}', '{"fields":{},"version":1}']) {
    storage.setItem(key, broken);
    expect(aDraft().draft.read()).toMatchObject({ notice: null, fields: { title: 'Stored' } });
  }
});

it('keeps nothing after a log-out, not even from an editor that is closing', async () => {
  storage.setItem('draft:bob:note:1', '{}');
  storage.setItem('theme', 'dark');
  const { draft, close } = aDraft();
  draft.change({ title: 'Typed' });
  await settle(400);
  expect(storage.getItem(key)).not.toBeNull();
  expect([hasDrafts('ada'), hasDrafts('cyd')]).toEqual([true, false]);
  dropDrafts('ada');
  close();
  expect(hasDrafts('ada')).toBe(false);
  expect(Object.keys(storage)).toEqual(['draft:bob:note:1', 'theme']);
  dropDrafts(null);
  expect(Object.keys(storage)).toEqual(['theme']);
});

it('retries by itself when the line, the session or the site is back', async () => {
  const { draft, server } = aDraft({ autosaveMs: 1000 });
  for (const [failure, why] of [
    [new TypeError('fetch failed'), 'offline'],
    [refusal(401, 'Log in'), 'signed-out'],
    [refusal(503, 'Later'), 'trouble'],
  ] as const) {
    server.failure = failure;
    draft.change({ title: why });
    await settle(1000);
    expect(draft.read().save).toEqual({ kind: 'waiting', why });
    expect(JSON.parse(storage.getItem(key) ?? '')).toMatchObject({ fields: { title: why } });
    server.failure = null;
    if (why === 'offline') page.dispatchEvent(new Event('online'));
    await settle(why === 'offline' ? 1 : 5001);
    expect(draft.read().save).toEqual({ kind: 'saved' });
  }
  expect(server.saves).toEqual(['autosaved offline', 'autosaved signed-out', 'autosaved trouble']);
});

it('shows what is refused, here and by the server, and clears it where it is mended', async () => {
  const check = ({ title }: Fields): Record<string, string> => (title === '' ? { title: 'Needed' } : {});
  const { draft, server } = aDraft({ check });
  draft.change({ title: '' });
  expect(await draft.flush('saved')).toBe(false);
  expect(draft.read()).toMatchObject({ errors: { title: 'Needed' }, save: { kind: 'refused' } });
  server.failure = refusal(422, 'Please check', { 'days.1': 'Not a day', title: 'Taken' });
  draft.change({ title: 'Now' });
  expect(await draft.flush('saved')).toBe(false);
  draft.change({ days: ['Monday'] });
  expect(draft.read().errors).toEqual({ title: 'Taken' });
  expect(server.saves).toEqual([]);
});

it('stops when somebody else was first, until the person decides', async () => {
  const { draft, server, saveKind } = aDraft({ autosaveMs: 1000 });
  server.version = 5;
  draft.change({ title: 'Mine' });
  await settle(1000);
  expect(draft.read().save).toEqual({ kind: 'conflict', message: 'Nora was faster' });
  draft.change({ title: 'Mine too' });
  await settle(60_000);
  expect([server.saves, saveKind(), await draft.flush('saved')]).toEqual([[], 'conflict', false]);
  expect(aDraft({ start: { fields: blank, version: 5 }, autosaveMs: 1000 }).draft.read().save).toEqual({
    kind: 'conflict',
    message: 'This note was saved elsewhere after you wrote here.',
  });
  expect(await draft.keepMine({ fields: server.fields, version: 5 })).toBe(true);
  expect(server.saves).toEqual(['saved Mine too']);
  draft.adopt({ fields: { ...blank, title: 'Theirs' }, version: 9 });
  expect(draft.read()).toMatchObject({ version: 9, fields: { title: 'Theirs' }, save: { kind: 'saved' } });
});

it('merges two edits field by field where it can read theirs', async () => {
  const theirs = { ...blank, title: 'Theirs', kind: 'event' as const };
  const { draft, server } = aDraft({ reload: async () => ({ fields: theirs, version: 5 }) });
  server.version = 5;
  draft.change({ title: 'Mine', days: ['Monday'] });
  expect(await draft.flush('saved')).toBe(false);
  expect(draft.read()).toMatchObject({
    notice: 'clash',
    fields: { title: 'Mine', kind: 'event', days: ['Monday'] },
    errors: { title: 'It now says: Theirs' },
  });
  draft.change({ title: 'Both' });
  expect(draft.read().errors).toEqual({ title: 'It now says: Theirs' });
  expect(await draft.flush('saved')).toBe(true);
  expect([server.saves, draft.read().notice, draft.read().errors]).toEqual([['saved Both'], null, {}]);
});

it('merges without a word a copy in which nobody changed a field', () => {
  const reload = () => Promise.reject(new Error('not asked'));
  const { draft, close } = aDraft({ reload });
  draft.change({ title: 'Mine' });
  draft.follow({ fields: { ...blank, title: 'Stored' }, version: 2 });
  expect(draft.read()).toMatchObject({ version: 2, notice: null, fields: { title: 'Mine' } });
  close();
  const start = { fields: { ...blank, title: 'Stored', days: ['Friday'] }, version: 3 };
  expect(aDraft({ reload, start }).draft.read()).toMatchObject({
    notice: 'clash',
    fields: { title: 'Mine', days: ['Friday'] },
  });
  expect(aDraft({ reload, start: { ...start, fields: { ...blank, title: 'Stored' } } }).draft.read().notice).toBe(
    'kept',
  );
});

it('takes over a newer copy that the page reads, but never over unsaved text', () => {
  const { draft } = aDraft();
  draft.follow({ fields: { ...blank, title: 'Newer' }, version: 2 });
  expect(draft.read()).toMatchObject({ version: 2, fields: { title: 'Newer' } });
  draft.change({ title: 'Mine' });
  draft.follow({ fields: { ...blank, title: 'Newest' }, version: 3 });
  expect(draft.read()).toMatchObject({ version: 2, fields: { title: 'Mine' } });
});

it('takes over what the server made of the saved fields, and keeps what was typed since', async () => {
  const { draft, server } = aDraft();
  draft.change({ title: 'Yoga', days: ['Friday'] });
  expect(await draft.flush('saved')).toBe(true);
  const { version } = draft.read();
  draft.change({ title: 'Yoga by the creek' });
  draft.takeStored({ fields: { ...blank, title: 'Yoga', days: ['Saturday'] }, version });
  expect(draft.read()).toMatchObject({ notice: null, fields: { title: 'Yoga by the creek', days: ['Saturday'] } });
  expect(await draft.flush('saved')).toBe(true);
  expect(server.saves).toHaveLength(2);
});

it('asks before the page is left, unless the browser keeps the text and the editor allows it', () => {
  const { draft } = aDraft({ asksOnLeaving: false });
  draft.change({ title: 'Mine' });
  expect(leaves()).toBe(true);
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  draft.change({ title: 'Mine too' });
  expect(leaves()).toBe(false);
});

it('ends for good: nothing is saved, kept or asked', async () => {
  const { draft, server, close } = aDraft({ autosaveMs: 1000 });
  draft.change({ title: 'Mine' });
  await settle(400);
  draft.stop();
  await settle(9000);
  expect([server.saves, storage.getItem(key), leaves()]).toEqual([[], null, true]);
  close();
});
