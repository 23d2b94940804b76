/** Every page of the sandbox. */
import type { Resource } from '../engine/resource.ts';
import { assetPages } from './assets.ts';
import { challengePages } from './challenge-page.ts';
import { checkoutPages } from './checkout-page.ts';
import { invoicePages } from './invoice-page.ts';
import { portalPages } from './portal-page.ts';
import { stripeJsPages } from './stripe-js.ts';

export const pages: Resource = {
  pages: [...assetPages, ...checkoutPages, ...challengePages, ...stripeJsPages, ...portalPages, ...invoicePages],
};
