/**
 * Shows a toast for 5 seconds, and its lines with a button for as long as the button works. A swipe of 50 px to the right
 * dismisses it, and Escape while it has the focus; F8 moves the focus to the region.
 */
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { leaveToast } from './leave-toast.ts';
import { onFormMoved, type ToastSide, toastSide } from './toast-side.ts';
import {
  dismissToast,
  expireToastLines,
  removeToastLine,
  type ToastEntry,
  type ToastLine,
  toastMs,
} from './toast-store.ts';
import { useBelowHeader } from './use-below-header.ts';

const swipeThresholdPx = 50;
const lookEveryMs = 500;

export default function ToastRegion({ toast }: { toast: ToastEntry | null }) {
  // Each stays where it appeared, but for one that is there for long while a form opens below it.
  const id = toast?.id;
  const [side, setSide] = useState<ToastSide>('bottom');
  const viewport = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (id !== undefined) setSide(toastSide('bottom', viewport.current?.getBoundingClientRect()));
  }, [id]);
  useBelowHeader(viewport, toast?.lines[0].isHigh ?? false);
  const root = useRef<HTMLLIElement>(null);
  /** Escape was meant for the part of the page that has the focus. */
  const isForOthers = useRef(false);
  const hasButtons = toast?.lines.some(({ action }) => action) ?? false;
  useEffect(() => {
    if (!hasButtons) return undefined;
    // Nothing moves or disappears below a pointer or the focus.
    const isInUse = () => root.current?.matches(':hover, :focus-within') ?? false;
    const makeRoom = () => {
      if (!isInUse()) setSide((now) => toastSide(now, viewport.current?.getBoundingClientRect()));
    };
    const stop = onFormMoved(makeRoom);
    const look = setInterval(() => {
      if (!isInUse()) expireToastLines(Date.now());
      // A list that is read again moves a form with no event.
      makeRoom();
    }, lookEveryMs);
    return () => {
      stop();
      clearInterval(look);
    };
  }, [hasButtons]);
  return (
    <Toast.Provider duration={toastMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {toast ? (
        <Toast.Root
          key={toast.id}
          ref={root}
          open
          onEscapeKeyDown={({ target }) => {
            isForOthers.current = !(target instanceof Node && root.current?.contains(target));
          }}
          onOpenChange={(open) => {
            const stays = open || isForOthers.current;
            isForOthers.current = false;
            if (!stays) dismissToast(toast.id);
          }}
          duration={hasButtons ? Number.POSITIVE_INFINITY : (toast.lines[0].ms ?? toastMs)}
          type={toast.lines[0].destructive ? 'foreground' : 'background'}
          className={clsx(
            'toast flex items-start gap-3 rounded-card border p-4 shadow-lift',
            toast.lines[0].destructive ? 'border-danger bg-danger-ground text-danger' : 'border-line bg-card text-ink',
          )}
        >
          <div className="grid min-w-0 flex-1 gap-2">
            {toast.lines.map((line, at) => (
              <Line key={line.lineId} line={line} isNewest={at === 0} />
            ))}
          </div>
          {/* The region's own announcement comes only once for each toast. */}
          {toast.lines.length > 1 ? (
            <span role="status" className="sr-only">
              {toast.lines[0].title}
            </span>
          ) : null}
          <Toast.Close aria-label="Close" className="-m-2 grid size-11 place-items-center rounded-control">
            <X aria-hidden="true" size={18} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      <div data-toasts>
        <Toast.Viewport
          ref={viewport}
          className={clsx(
            'fixed right-0 z-50 flex w-full max-w-md flex-col p-4',
            side === 'top' ? 'top-0' : 'bottom-0',
          )}
        />
      </div>
    </Toast.Provider>
  );
}

function Line({ line: { lineId, title, text, action }, isNewest }: { line: ToastLine; isNewest: boolean }) {
  return (
    <div className={clsx('flex items-start gap-3', !isNewest && 'border-line border-t pt-2')}>
      <div className="min-w-0 flex-1">
        {isNewest ? <Toast.Title className="font-semibold">{title}</Toast.Title> : <p className="text-16">{title}</p>}
        {text && isNewest ? <Toast.Description className="mt-0.5 text-16">{text}</Toast.Description> : null}
      </div>
      {action ? (
        <Toast.Action
          altText={action.alt}
          aria-label={isNewest ? undefined : `${action.label}: ${title}`}
          className="-my-2 min-h-11 shrink-0 rounded-control px-3 font-semibold text-link underline"
          onClick={(event) => {
            // The other lines stay.
            event.preventDefault();
            leaveToast(action.shown ?? [action.about]);
            removeToastLine(lineId);
            action.run();
          }}
        >
          {action.label}
        </Toast.Action>
      ) : null}
    </div>
  );
}
