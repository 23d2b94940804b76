/** The Payment Element: a card form in a frame, with Stripe's events. */
import type { Appearance, StripePaymentElement, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FrameLink, openFrame } from './frame-link.ts';
import type { Job, JobResult, Look, Tell } from './messages.ts';

type Handler = (event: object) => void;

export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

export interface ElementInside {
  element: StripePaymentElement;
  /** Runs a job in the frame; rejects when the element is not mounted. */
  run(job: Job): Promise<JobResult>;
  dress(appearance: Appearance | undefined): void;
}

function lookOf({ variables = {} }: Appearance): Look {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => typeof value === 'string')) as Look;
}

export function createPaymentElement(
  options: StripePaymentElementOptions,
  first: Appearance | undefined,
  destroyed: () => void,
): ElementInside {
  const handlers = new Map<string, Set<Handler>>();
  let appearance = first;
  let link: FrameLink | undefined;

  const fire = (type: string, more: object = {}) => {
    for (const handler of [...(handlers.get(type) ?? [])]) handler({ elementType: 'payment', ...more });
  };
  const on = (type: string, handler: Handler) => {
    const held = handlers.get(type) ?? new Set();
    handlers.set(type, held.add(handler));
    return element;
  };
  const off = (type: string, handler?: Handler) => {
    if (handler) handlers.get(type)?.delete(handler);
    else handlers.delete(type);
    return element;
  };
  const once = (type: string, handler: Handler) => {
    const only = (event: object) => {
      off(type, only);
      handler(event);
    };
    return on(type, only);
  };

  const hear = (tell: Tell) => {
    if (tell.kind === 'ready' || tell.kind === 'focus' || tell.kind === 'blur' || tell.kind === 'escape')
      fire(tell.kind);
    // Set through the DOM: a strict content security policy forbids style attributes.
    if (tell.kind === 'height' && link) link.frame.style.height = `${tell.height}px`;
    if (tell.kind === 'change') {
      fire('change', { empty: tell.empty, complete: tell.complete, collapsed: false, value: { type: 'card' } });
    }
  };

  const dress = (next: Appearance | undefined) => {
    appearance = next;
    const dark = next?.theme === 'night';
    // A frame whose color scheme differs from the page's is not transparent.
    if (link) link.frame.style.colorScheme = dark ? 'dark' : 'light';
    link?.say({ kind: 'look', dark, look: next ? lookOf(next) : {} });
  };

  function mount(target: string | HTMLElement): void {
    const place = typeof target === 'string' ? document.querySelector(target) : target;
    if (!place) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`);
    link?.remove();
    place.replaceChildren();
    link = openFrame('card', place, 'Secure payment input frame', hear);
    link.frame.style.height = '170px';
    dress(appearance);
    // Fired later, because the caller of `mount` has not added its listeners yet.
    setTimeout(() => fire('loaderstart'));
  }

  function unmount(): void {
    link?.remove();
    link = undefined;
  }

  const element = {
    mount,
    unmount,
    destroy() {
      unmount();
      handlers.clear();
      destroyed();
    },
    focus: () => link?.say({ kind: 'focus' }),
    blur: () => link?.say({ kind: 'blur' }),
    clear: () => link?.say({ kind: 'clear' }),
    update: (more: Partial<StripePaymentElementOptions>) => {
      Object.assign(options, more);
      return element;
    },
    collapse: () => element,
    on,
    off,
    once,
    // Stripe's type has one overload per event; the implementation has these three.
  } as unknown as StripePaymentElement;

  return {
    element,
    dress,
    run(job) {
      if (link) return link.run(job);
      throw new IntegrationError(
        'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.',
      );
    },
  };
}
