/** A span for each request, of which queries, calls and the making of a page are parts. */
import type { RequestListener } from 'node:http';
import { beginSpan } from '#server/tracing/spans.ts';

/** Files, which take no work, and what balancers and collectors ask every few seconds. */
const unwatched = /^\/((assets|media)\/|(healthz|readyz|metrics)$)/;

interface Options {
  /** '/business/{slug}' for '/business/oak-bakery' */
  routeName: (path: string) => string;
  /** Only a proxy in front may name the trace: strangers would decide what the collector keeps. */
  isProxyTrusted: boolean;
}

/** Wraps a listener. A span names the route alone: an address or a query may hold a token or a name. */
export function traceRequests(listener: RequestListener, { routeName, isProxyTrusted }: Options): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const method = request.method ?? 'GET';
    const route = routeName(path);
    const { traceparent } = request.headers;
    const span = unwatched.test(path)
      ? undefined
      : beginSpan({
          name: `${method} ${route}`,
          kind: 'request',
          attributes: { 'http.request.method': method, 'http.route': route },
          traceparent: isProxyTrusted ? traceparent?.toString() : undefined,
        });
    if (span === undefined) return listener(request, response);
    let isEnded = false;
    const end = (hasAnswer: boolean) => {
      if (isEnded) return;
      isEnded = true;
      const { statusCode } = response;
      if (hasAnswer) span.set({ 'http.response.status_code': statusCode });
      const hasFailed = !hasAnswer || statusCode >= 500;
      span.end(hasFailed ? (hasAnswer ? String(statusCode) : 'left early') : undefined);
    };
    response.once('finish', () => end(true));
    response.once('close', () => end(false));
    span.within(() => listener(request, response));
  };
}
