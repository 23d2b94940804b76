/** Refusals in Stripe's words. */

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ErrorFields {
  type: ErrorType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  payment_method_type?: string;
}

/** Thrown anywhere inside a request; answered as `{error: …}` with this status. */
export class ApiError extends Error {
  override name = 'ApiError';

  readonly status: number;
  readonly fields: ErrorFields;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

export function invalidRequest(message: string, details: { code?: string; param?: string; status?: number } = {}) {
  const { status = 400, ...fields } = details;
  return new ApiError(status, { type: 'invalid_request_error', message, ...fields });
}

/** `where` is 'path' when the id stands in the request's path, else the parameter that holds it. */
export function noSuch(label: string, id: string, where: 'path' | (string & {})) {
  return invalidRequest(`No such ${label}: '${id}'`, {
    code: 'resource_missing',
    param: where === 'path' ? 'id' : where,
    status: where === 'path' ? 404 : 400,
  });
}

export function missingParam(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** The object is in a state that does not allow this. */
export function unexpectedState(message: string, code: string, extra: Partial<ErrorFields> = {}) {
  return new ApiError(400, { type: 'invalid_request_error', message, code, ...extra });
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}
