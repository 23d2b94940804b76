/** A form as a browser without script sends it, as data: each feature declares its own beside the endpoint that it calls. */
import type * as z from 'zod/mini';
import type { EndpointShape } from './endpoint.ts';

/** The request that brought the form. */
export interface FormRequest {
  /** The address that it was posted to. */
  url: URL;
  /** The names of the action's pattern, such as `slug`. */
  params: Record<string, string>;
  /** Path and query of the page of this site that the form stood on; undefined when the browser does not say. */
  referrer: string | undefined;
}

interface Sending {
  /** The name that its page knows it by: usePlainForm('contact'). */
  form: string;
  /** The path that it is posted to, which may have a pattern: '/business/:slug/report'. */
  action: string;
  endpoint: EndpointShape;
  /** Path and query of the page that has the form, where that is not its action. */
  page?: (request: FormRequest) => string;
  /** The page that it leads to when it is done, where that is not `page`. */
  donePage?: (request: FormRequest) => string;
  /** Added to that page's address as `?sent={mark}`. */
  mark?: string;
  /** Shown in place of the form on a page with its mark. */
  doneMessage?: string;
}

export interface PlainForm extends Sending {
  /** The fields that it may send; all else is dropped. */
  fields: readonly string[];
  /** The form's own requirements, beyond those of its call. */
  schema?: z.ZodMiniType;
  /** The call's body, from the fields or, where there is a schema, from what it made of them. */
  body: (values: never, request: FormRequest) => unknown;
  /** Comes with the browser's cookies and takes back those that the call sets. */
  isSignIn?: true;
}

export function plainForm<const Field extends string, Schema extends z.ZodMiniType | undefined = undefined>(
  form: Omit<PlainForm, 'fields' | 'schema' | 'body'> & {
    fields: readonly Field[];
    schema?: Schema;
    body: (
      values: Schema extends z.ZodMiniType ? z.output<Schema> : Record<Field, string>,
      request: FormRequest,
    ) => unknown;
  },
): PlainForm {
  return form as PlainForm;
}

/**
 * The button of a mailed link, which mail programs press by themselves, too (RFC 8058): without cookies and without an origin,
 * and not to be redirected. The link's token is proof enough; it comes in the address or as the field `token`.
 */
export interface OneClickForm extends Sending {
  page: (request: FormRequest) => string;
  doneMessage: string;
  mark: string;
  /** Where a refusal leads; otherwise the page is shown again and says why. */
  refusedPage?: string;
}

/** The token in the address that a form was posted to; '' when there is none. */
export function tokenOf({ url }: FormRequest): string {
  return url.searchParams.get('token') ?? '';
}

/** `/newsletter/confirm?token=…`: the page that has the form, for forms of mailed links. */
export function pageWithToken(path: string): (request: FormRequest) => string {
  return (request) => `${path}?${new URLSearchParams({ token: tokenOf(request) })}`;
}
