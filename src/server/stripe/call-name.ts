/** Ids, in which letters, capitals and digits follow a kind and '_': pi_3Qx…, cs_test_a1… */
const id = /\/[a-z]+_[^/]*[A-Z\d][^/]*/g;

/** 'Stripe POST /v1/payment_intents/{id}/confirm': few different names, and nobody's id. */
export const callName = (method: string, path: string): string =>
  `Stripe ${method} ${path.split('?', 1)[0]?.replaceAll(id, '/{id}')}`;
