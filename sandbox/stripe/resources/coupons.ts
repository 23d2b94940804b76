import type Stripe from 'stripe';
import type { Schema } from '../engine/description.ts';
import { invalidRequest, missingParam } from '../engine/errors.ts';
import { randomLetters } from '../engine/ids.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Coupon } from '../engine/wire.ts';

const whole: Schema = { type: 'integer' };

/** Written by hand: the copy of Stripe's description in ../api does not contain coupons. */
const extra: Record<string, Schema> = {
  id: { type: 'string' },
  percent_off: { type: 'number' },
  duration: { type: 'string', enum: ['forever', 'once', 'repeating'] },
  duration_in_months: whole,
  max_redemptions: whole,
  name: { type: 'string' },
  metadata: { type: 'object', additionalProperties: { type: 'string' } },
};

function create({ store, clock }: Sandbox, params: Stripe.CouponCreateParams): Coupon {
  const { percent_off: percent, duration = 'once', duration_in_months: months } = params;
  if (percent === undefined) throw missingParam('percent_off');
  if (percent <= 0 || percent > 100) {
    throw invalidRequest('Invalid percent_off: must be greater than 0 and at most 100.', { param: 'percent_off' });
  }
  if ((duration === 'repeating') !== (months !== undefined)) {
    throw invalidRequest('`duration_in_months` goes with `duration: repeating`.', { param: 'duration_in_months' });
  }
  const id = params.id ?? randomLetters(8);
  if (store.coupons.find(id)) {
    throw invalidRequest('Coupon already exists.', { param: 'id', code: 'resource_already_exists' });
  }
  return store.coupons.add({
    id,
    object: 'coupon',
    amount_off: null,
    created: clock.now(),
    currency: null,
    duration,
    duration_in_months: months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percent,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  });
}

export const coupons: Resource = {
  routes: [
    route<Stripe.CouponCreateParams>('POST', '/v1/coupons', ({ sandbox, params }) => create(sandbox, params), {
      extra,
    }),
    route('GET', '/v1/coupons/{id}', ({ sandbox, id }) => sandbox.store.coupons.get(id)),
  ],
};
