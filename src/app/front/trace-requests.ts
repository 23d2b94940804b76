/** A span for each request, of which queries, calls and the making of a page are parts. */
import type { RequestListener } from 'node:http';
import { beginSpan } from '#server/tracing/spans.ts';

/** Balancers and collectors ask every few seconds. */
const unwatched = new Set(['/healthz', '/readyz', '/metrics']);

interface Options {
  /** '/business/{slug}' for '/business/oak-bakery' */
  routeName: (path: string) => string;
  /** A proxy in front may name the trace; from anybody else it would fill the collector. */
  isProxyTrusted: boolean;
}

/** Wraps a listener. The spans have no address, which may hold a token, no query and nobody's name. */
export function traceRequests(listener: RequestListener, { routeName, isProxyTrusted }: Options): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const method = request.method ?? 'GET';
    const route = routeName(path);
    const { traceparent } = request.headers;
    const span = unwatched.has(path)
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
      span.end(hasFailed ? Object.assign(new Error(), { name: hasAnswer ? String(statusCode) : 'left' }) : undefined);
    };
    response.once('finish', () => end(true));
    response.once('close', () => end(false));
    span.within(() => listener(request, response));
  };
}
