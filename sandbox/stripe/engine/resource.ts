/** How a resource and a page are described; see ../README.md. */
import type { TimeDriven } from './clock.ts';
import type { Schema } from './description.ts';
import type { Includes } from './expand.ts';
import type { Sandbox } from './sandbox.ts';

export interface Call<Params> {
  sandbox: Sandbox;
  /** Checked against the description. An empty text that unsets a field has become null. */
  params: Params;
  /** The first `{…}` of the path. */
  id: string;
  /** With a publishable key only what the browser may know is answered. */
  by: 'secret' | 'publishable';
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** As in the description: '/v1/customers/{id}'. */
  path: string;
  handle(call: Call<never>): object;
  /** May also be called from a browser with the publishable key; the handler checks the client secret. */
  publishable: boolean;
  /** Parameters that the description does not know: all of them for a path it does not know. */
  extra: Record<string, Schema>;
}

/** `Params` is the SDK's type of the request. A handler runs in one go, so that nobody sees half of what it does. */
export function route<Params = object>(
  method: Route['method'],
  path: string,
  handle: (call: Call<Params>) => object,
  { publishable = false, extra = {} }: Partial<Pick<Route, 'publishable' | 'extra'>> = {},
): Route {
  return { method, path, handle: handle as Route['handle'], publishable, extra };
}

export interface PageCall {
  sandbox: Sandbox;
  /** The first `{…}` of the path. */
  id: string;
  query: URLSearchParams;
  /** Of a POST. */
  form: URLSearchParams;
}

export interface PageAnswer {
  status?: number;
  /** Content-Type; HTML unless told. */
  type?: string;
  body?: string | Buffer;
  /** Answered as 303. */
  redirect?: string;
  headers?: Record<string, string>;
}

export interface Page {
  method: 'GET' | 'POST';
  path: string;
  handle(call: PageCall): PageAnswer;
}

export interface Resource {
  routes?: Route[];
  pages?: Page[];
  /** Fields that only `expand[]` shows, by the object's name. */
  includes?: (sandbox: Sandbox) => Includes;
  timeDriven?: (sandbox: Sandbox) => TimeDriven;
  /** Listens to what happens to other resources. */
  connect?: (sandbox: Sandbox) => void;
}
