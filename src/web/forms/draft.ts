/** The text of one open editor, and saving it without losing any of it. useDraft ties it to a component. */
import type * as z from 'zod/mini';
import { ApiError } from '#web/api-client/api-error.ts';
import type { FieldErrors } from './check-form.ts';
import { clashErrors, isByOthers, isSameDraft, mergeFields, restoreFields, without } from './draft-fields.ts';
import { dropDraft, keepDraft, readDraft } from './draft-store.ts';
import { type SaveState, saveStateAfter } from './save-state.ts';

const retryMs = 5000;
const backupMs = 300;

/** 'autosaved' by a timer, 'saved' by the person. */
type SaveKind = 'autosaved' | 'saved';

export interface Copy<F> {
  fields: F;
  /** 0 for a thing that is not stored yet. */
  version: number;
}

export interface DraftOptions<F extends object> {
  userId: string;
  /** Names the thing in the browser's storage, such as 'article:{id}'. */
  thing: string;
  /** The thing's name on screen: 'article'. */
  noun: string;
  schema: { shape: Record<string, z.core.$ZodType> };
  start: Copy<F>;
  /** Sends the fields and returns the new version. Throws the refusal of the API. */
  save: (fields: F, version: number, kind: SaveKind) => Promise<number>;
  /** The editor saves by itself this long after the last change. Without it, only flush saves. */
  autosaveMs?: number;
  /** Refuses fields before they are sent. */
  check?: (fields: F) => FieldErrors;
  /** Reads the thing again when somebody else has saved it: both edits are merged. Without it, the person decides. */
  reload?: () => Promise<Copy<F>>;
  /** False where a person may leave without a question, because the browser keeps the text. */
  asksOnLeaving?: boolean;
}

export interface DraftState<F> {
  fields: F;
  version: number;
  save: SaveState;
  errors: FieldErrors;
  /** 'kept': text of an earlier visit is here again. 'clash': an edit by somebody else was merged. */
  notice: 'kept' | 'clash' | null;
  /** The refusal before a 'clash', whose first sentence names who has saved. */
  clashWith?: string | undefined;
  /** True when the kept text was typed over something else than what is stored now, in a thing without versions. */
  isOutdated: boolean;
  /** Text of an earlier visit, as it came back; null once it is saved or given up. */
  restored: F | null;
}

export class Draft<F extends object> {
  /** Replaced at every render, so that a call uses the newest props. */
  options: DraftOptions<F>;
  #base: Copy<F>;
  #state: DraftState<F>;
  /** Nothing is saved until the person has decided a conflict, or after the thing was deleted. */
  #isStopped = false;
  #isOpen = false;
  /** Tells whether the browser holds an entry of this editor. */
  #isKept = false;
  #running: Promise<boolean> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #backupTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setInterval> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(options: DraftOptions<F>) {
    this.options = options;
    const { userId, thing, schema, start } = options;
    this.#base = start;
    this.#state = { ...start, save: { kind: 'saved' }, errors: {}, notice: null, isOutdated: false, restored: null };
    const kept = readDraft(userId, thing);
    if (kept === null) return;
    this.#isKept = true;
    const fields = restoreFields(schema, kept.fields, start.fields);
    if (isSameDraft(fields, start.fields)) return;
    const isOutdated = !isSameDraft(restoreFields(schema, kept.base, start.fields), start.fields);
    this.#state = { ...this.#state, fields, save: { kind: 'unsaved' }, notice: 'kept', isOutdated, restored: fields };
    if (start.version === 0 || kept.version === start.version) return;
    this.#base = { fields: restoreFields(schema, kept.base, start.fields), version: kept.version };
    if (options.reload) this.#merge(start);
    else this.#askFor(`This ${options.noun} was saved elsewhere after you wrote here.`, {});
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): DraftState<F> => this.#state;

  get isDirty(): boolean {
    return !isSameDraft(this.#state.fields, this.#base.fields);
  }

  /** True while another copy must not replace the fields. */
  get isBusy(): boolean {
    return this.isDirty || this.#running !== null || this.#isStopped;
  }

  /** Begins to save and to warn; returns what ends it. */
  open(): () => void {
    this.#isOpen = true;
    const backUp = () => this.#backUp();
    const leave = (event: BeforeUnloadEvent) => {
      backUp();
      const asks = this.options.asksOnLeaving !== false || !this.#isKept;
      if (this.isDirty && asks) event.preventDefault();
    };
    const again = () => {
      if (this.#state.save.kind === 'waiting') this.#saveSoon(0);
    };
    // A phone may end a page that is out of sight without another word.
    const listeners = { beforeunload: leave, pagehide: backUp, visibilitychange: backUp, online: again, focus: again };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [event, listener] of all) addEventListener(event, listener);
    // Sends what an earlier visit could not save.
    if (this.isDirty) this.#saveSoon(0);
    return () => {
      this.#isOpen = false;
      for (const [event, listener] of all) removeEventListener(event, listener);
      clearInterval(this.#retryTimer);
      backUp();
      if (this.isDirty && this.options.autosaveMs !== undefined) void this.flush();
    };
  }

  /** A function gets the newest fields, which may have changed since it was made. */
  change(given: Partial<F> | ((fields: F) => Partial<F>)): void {
    const patch = typeof given === 'function' ? given(this.#state.fields) : given;
    // The errors of a clash say what the other person wrote: they stay until the next save.
    const errors =
      this.#state.notice === 'clash' ? this.#state.errors : without(this.#state.errors, Object.keys(patch));
    this.#set({ fields: { ...this.#state.fields, ...patch }, errors });
    clearTimeout(this.#backupTimer);
    this.#backupTimer = setTimeout(() => this.#backUp(), backupMs);
    if (this.#isStopped) return;
    if (!this.isDirty) this.#set({ save: { kind: 'saved' } });
    else if (this.#state.save.kind !== 'waiting') this.#set({ save: { kind: 'unsaved' } });
    this.#saveSoon(this.options.autosaveMs);
  }

  setErrors(errors: FieldErrors): void {
    this.#set({ errors });
  }

  /** Saves, one call at a time. Returns whether everything is on the server. */
  async flush(kind: SaveKind = 'autosaved'): Promise<boolean> {
    clearTimeout(this.#saveTimer);
    while (this.#running) await this.#running;
    if (this.#isStopped) return false;
    if (kind === 'autosaved' && !this.isDirty) return true;
    this.#running = this.#send(kind).finally(() => {
      this.#running = null;
    });
    const isSaved = await this.#running;
    return isSaved && this.isDirty && this.options.autosaveMs !== undefined ? this.flush(kind) : isSaved;
  }

  /** Continues from a copy of the server; what was typed here is given up. */
  adopt(copy: Copy<F>): void {
    clearTimeout(this.#saveTimer);
    this.#isStopped = false;
    this.#base = copy;
    this.#set({ ...copy, save: { kind: 'saved' }, errors: {}, notice: null, isOutdated: false, restored: null });
    this.#backUp();
  }

  /** Gives up what was typed here. Returns what brings it back. */
  discard(): () => void {
    const typed = this.#state;
    this.adopt(this.#base);
    return () => this.bringBack(typed);
  }

  bringBack({ fields, notice, restored }: Pick<DraftState<F>, 'fields' | 'notice' | 'restored'>): void {
    this.change(fields);
    this.#set({ notice, restored });
    if (!this.#isOpen) this.#backUp();
  }

  /** Saves this text over somebody else's. */
  keepMine(theirs: Copy<F>): Promise<boolean> {
    this.#isStopped = false;
    this.#base = theirs;
    this.#set({ version: theirs.version });
    return this.flush('saved');
  }

  /** Takes over a newer copy that the page has read; never over unsaved text. */
  follow(copy: Copy<F>): void {
    if (copy.version > this.#base.version && (!this.isDirty || this.options.reload)) this.takeStored(copy);
  }

  /** Takes over the copy as the server has stored it; text that was typed since the save stays. */
  takeStored(copy: Copy<F>): void {
    if (!this.isBusy) this.adopt(copy);
    else if (this.#running === null && !this.#isStopped) this.#merge(copy);
  }

  /** Ends saving and keeps nothing: the thing is deleted. */
  stop(): void {
    clearTimeout(this.#saveTimer);
    this.#isStopped = true;
    this.#base = { fields: this.#state.fields, version: this.#state.version };
    this.#backUp();
  }

  #set(changed: Partial<DraftState<F>>): void {
    this.#state = { ...this.#state, ...changed };
    clearInterval(this.#retryTimer);
    if (this.#state.save.kind === 'waiting' && this.#isOpen) {
      this.#retryTimer = setInterval(() => this.#saveSoon(0), retryMs);
    }
    for (const listener of this.#listeners) listener();
  }

  #saveSoon(ms: number | undefined): void {
    clearTimeout(this.#saveTimer);
    if (this.options.autosaveMs === undefined || this.#isStopped) return;
    this.#saveTimer = setTimeout(() => void this.flush(), ms);
  }

  #backUp(): void {
    clearTimeout(this.#backupTimer);
    const { userId, thing } = this.options;
    const { fields } = this.#state;
    if (this.isDirty) {
      this.#isKept = keepDraft(userId, thing, { fields, base: this.#base.fields, version: this.#base.version });
    } else if (this.#isKept) {
      // Without an entry of its own, the editor leaves one of another tab alone.
      dropDraft(userId, thing);
      this.#isKept = false;
    }
  }

  async #send(kind: SaveKind): Promise<boolean> {
    const { fields, version } = this.#state;
    const wrong = this.options.check?.(fields) ?? {};
    if (Object.keys(wrong).length > 0) {
      this.#set({ errors: wrong, save: { kind: 'refused', message: 'please look at the fields marked below.' } });
      return false;
    }
    this.#set({ save: { kind: 'saving' }, ...(this.options.check ? { errors: {} } : {}) });
    try {
      const saved = await this.options.save(fields, version, kind);
      this.#base = { fields, version: saved };
      const notice = this.#state.notice === 'clash' ? null : this.#state.notice;
      const save = { kind: this.isDirty ? 'unsaved' : 'saved' } as const;
      this.#set({ version: saved, errors: {}, notice, restored: null, save });
      this.#backUp();
      return true;
    } catch (error) {
      await this.#handleFailure(error);
      this.#backUp();
      return false;
    }
  }

  async #handleFailure(error: unknown): Promise<void> {
    const save = saveStateAfter(error);
    const errors = error instanceof ApiError ? (error.problem?.fields ?? {}) : {};
    if (save.kind === 'conflict') await this.#handleConflict(save.message, errors);
    else this.#set(save.kind === 'refused' ? { errors, save } : { save });
  }

  async #handleConflict(message: string, errors: FieldErrors): Promise<void> {
    const { reload, autosaveMs } = this.options;
    const theirs = await reload?.().catch(() => null);
    if (theirs) this.#merge(theirs, true, message);
    else if (autosaveMs === undefined) this.#set({ errors, save: { kind: 'refused', message } });
    else this.#askFor(message, errors);
  }

  #askFor(message: string, errors: FieldErrors): void {
    this.#isStopped = true;
    this.#set({ save: { kind: 'conflict', message }, errors, notice: null });
  }

  /** Joins both edits; the next save is an edit of their copy. */
  #merge(theirs: Copy<F>, isTold = isByOthers(theirs, this.#base), clashWith?: string): void {
    const { fields, clashes } = mergeFields(this.#base.fields, this.#state.fields, theirs.fields);
    this.#base = theirs;
    this.#set({
      fields,
      version: theirs.version,
      save: { kind: 'unsaved' },
      errors: clashErrors(clashes, theirs.fields),
      notice: isTold ? 'clash' : this.#state.notice,
      clashWith,
    });
  }
}
