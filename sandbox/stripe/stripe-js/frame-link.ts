/** A frame from the sandbox inside the site's page. The card number never leaves the frame. */
import type { Ask, Job, JobResult, Tell } from './messages.ts';

/** The frames come from the origin of this script. */
export const sandboxOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin;

export interface FrameLink {
  readonly frame: HTMLIFrameElement;
  /** Sends the message as soon as the frame listens. */
  say(ask: Ask): void;
  run(job: Job): Promise<JobResult>;
  remove(): void;
}

export function openFrame(
  name: 'card' | 'controller',
  place: Element,
  title: string,
  hear: (tell: Tell) => void,
): FrameLink {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = `${sandboxOrigin}/elements/${name}?site=${encodeURIComponent(location.origin)}`;
  frame.setAttribute('allow', 'payment');
  Object.assign(frame.style, { border: '0', width: '100%', display: 'block' });
  if (name === 'controller') {
    frame.hidden = true;
    frame.setAttribute('aria-hidden', 'true');
  }
  const waiting: Ask[] = [];
  const open = new Map<number, (result: JobResult) => void>();
  let isReady = false;
  let calls = 0;

  const post = (ask: Ask) => frame.contentWindow?.postMessage({ sandbox: 'site', ...ask }, sandboxOrigin);

  const listen = (event: MessageEvent) => {
    if (event.origin !== sandboxOrigin || event.source !== frame.contentWindow) return;
    if (event.data?.sandbox !== 'frame') return;
    const tell = event.data as Tell;
    if (tell.kind === 'ready') {
      isReady = true;
      for (const ask of waiting.splice(0)) post(ask);
    }
    if (tell.kind === 'answer') {
      open.get(tell.call)?.(tell.result);
      open.delete(tell.call);
    }
    hear(tell);
  };
  addEventListener('message', listen);
  place.append(frame);

  const say = (ask: Ask) => {
    if (isReady) post(ask);
    else waiting.push(ask);
  };
  return {
    frame,
    say,
    run(job) {
      calls += 1;
      const call = calls;
      return new Promise((done) => {
        open.set(call, done);
        say({ kind: 'call', call, job });
      });
    },
    remove() {
      removeEventListener('message', listen);
      frame.remove();
      for (const done of open.values()) {
        done({ error: { type: 'invalid_request_error', message: 'The payment form was taken off the page.' } });
      }
    },
  };
}
