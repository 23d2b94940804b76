/**
 * Holds one toast at a time (docs/product-rules.md#toasts). Any code may show one; the Toaster in the frame
 * draws it. Lines with a button stay in it below what comes later, until their own time is over.
 */
import { createStore } from '#web/store.ts';

interface ToastAction {
  label: string;
  /** For a screen reader that hears of it before it gets there. */
  alt: string;
  /** A later line about the same takes this one's place. */
  about: string;
  /** The ids of what comes back, for the focus. Default: `about`. */
  shown?: readonly string[] | undefined;
  /** The server knows by `about` alone what to do, so that it can be offered again after a reload. */
  isKept?: boolean | undefined;
  run: () => void;
}

interface ToastContent {
  title: string;
  text?: string | undefined;
  /** Reports a failure. */
  destructive?: boolean | undefined;
  action?: ToastAction | undefined;
  /** On a narrow screen it stands below the header, because the next step of the page is at its foot. */
  isHigh?: boolean | undefined;
  /** Default toastMs. */
  ms?: number | undefined;
}

/** A toast stays this long (docs/product-rules.md#toasts). */
export const toastMs = 5000;
/** A toast has room for the newest line and so many older ones. */
const maxOlderLines = 4;

export interface ToastLine extends ToastContent {
  lineId: number;
  /** As Date.now(). */
  until: number;
}

export interface ToastEntry {
  id: number;
  /** The newest first. */
  lines: readonly [ToastLine, ...ToastLine[]];
}

/** A server shows no toast: what it draws is for everybody. */
export const toastStore = createStore<ToastEntry | null>(null);
const { read, set } = toastStore;
let lastId = 0;

export function showToast(content: ToastContent): void {
  lastId++;
  const now = Date.now();
  const line: ToastLine = { ...content, lineId: lastId, until: now + (content.ms ?? toastMs) };
  const current = read();
  const older = (current?.lines ?? [])
    .filter(({ action, until }) => action && until > now && action.about !== content.action?.about)
    .slice(0, maxOlderLines);
  // The same toast goes on, so that a button in it keeps the focus.
  set({ id: current && older.length > 0 ? current.id : lastId, lines: [line, ...older] });
}

export function dismissToast(id: number): void {
  if (read()?.id === id) set(null);
}

function keep(isKept: (line: ToastLine) => boolean): void {
  const current = read();
  if (current === null) return;
  const [first, ...others] = current.lines.filter(isKept);
  if (first === undefined) set(null);
  else if (others.length + 1 < current.lines.length) set({ id: current.id, lines: [first, ...others] });
}

export const removeToastLine = (lineId: number): void => keep((line) => line.lineId !== lineId);

/** Drops the lines whose time is over. */
export const expireToastLines = (now: number): void => keep(({ until }) => until > now);
