/** The prices of a listing with their reasons, told once for every page and mail (docs/product-rules.md#prices). */
import { formatDollars } from '#shared/money.ts';
import type { PriceName, Prices } from '#shared/prices.ts';
import { type ClaimPlan, listingPremiumMonths } from './catalogue.ts';

/** The name of a thing that is for sale, or free. */
type Offer = 'basic' | 'claim' | 'premium' | 'claimPremium' | 'doneForYou';

interface PriceLine {
  name: string;
  price: string;
  text: string;
  /** The reason for the price, or the time at which it is paid. */
  note: string;
}

/** The price of a claim with its reason; at 0 it takes proof and no card. */
function tellClaim(cents: number): Pick<PriceLine, 'price' | 'note'> {
  if (cents === 0) {
    return {
      price: 'Free',
      note: 'We check that the business is yours, so that nobody else can take it. No card is needed.',
    };
  }
  return {
    price: `${formatDollars(cents)} a month`,
    note: 'It pays for checking that the business is yours, so that nobody else can take it. Nothing is charged before we approve the claim.',
  };
}

function tell(prices: Prices): Readonly<Record<Offer, PriceLine>> {
  const dollars = (name: PriceName) => formatDollars(prices[name]);
  return {
    basic: {
      name: 'Basic',
      price: 'Free',
      text: 'You add a business that is not in the directory yet: contact, description, category, hours, map, what people may expect, such as delivery or parking, one picture, and messages from visitors.',
      note: 'It stays free for as long as you like, with the numbers of the last 30 days.',
    },
    claim: {
      name: 'Claim',
      ...tellClaim(prices.claim),
      text: 'You take over a listing that is already here, with its address, its history and its visitors, and keep it up to date yourself. It has all that Basic has.',
    },
    premium: {
      name: 'Premium',
      price: `${dollars('premiumMonth')} a month or ${dollars('premiumYear')} a year`,
      text: 'An upgrade for all listings of your account, also those that you add later, whether you added or claimed them.',
      note: 'From your dashboard, once a listing is approved.',
    },
    claimPremium: {
      name: 'Claim Premium',
      price: `${dollars('claimPremium')} a month`,
      text: 'Claim and Premium in one, for one listing.',
      note: 'If you have Premium already, the claim alone is enough: Premium covers the new listing, too. If you get Premium later, this becomes Claim by itself.',
    },
    doneForYou: {
      name: 'Done for you',
      price: `${dollars('listing')} or ${dollars('listingPremium')} once`,
      text: 'You pay once, without an account, and tell us about the business; we write the listing and set it up within 24 hours. It is then yours to edit.',
      note: `Standard is a basic listing. The one for ${dollars('listingPremium')} also has Premium for its first ${listingPremiumMonths} months; that ends by itself, and no card is charged again.`,
    },
  };
}

export const priceStory = (prices: Prices): readonly PriceLine[] => Object.values(tell(prices));

/** '$25 a month' */
export const describePrice = (prices: Prices, offer: Offer): string => tell(prices)[offer].price;

/** The offer behind each of the two claims. */
export function claimStory(prices: Prices): Readonly<Record<ClaimPlan, PriceLine>> {
  const { claim, claimPremium } = tell(prices);
  return { standard: claim, premium: claimPremium };
}

interface Feature {
  name: string;
  text: string;
}

/** The features of premium, each with its meaning. */
export const premiumFeatures: readonly Feature[] = [
  { name: 'Everything in Standard', text: 'All that your listing has already, whether added (Basic) or claimed.' },
  {
    name: 'Featured placement',
    text: 'A place among the Newest Members on the home page, where the 12 newest featured listings stand.',
  },
  { name: 'Priority in search', text: 'Before listings that fit as well; never above a better answer.' },
  { name: 'Logo display', text: 'Your logo and your photos, side by side.' },
  { name: 'Enhanced profile', text: 'A premium badge, a cover picture, a gallery, and offers with an end date.' },
  { name: 'Priority support', text: 'When you write to us, you are answered first.' },
  { name: 'Analytics dashboard', text: 'Twelve months of views and clicks, and what people searched for.' },
];

/** The four that visitors see, for the dashboard and the pages around an upgrade. */
export const premiumBenefits: readonly Feature[] = premiumFeatures.slice(1, 5);

const everyListing: readonly string[] = [
  'We write the listing from what you send us',
  'Contact details, description, hours and map',
  'Found in search and in its category',
  'Set up within 24 hours, and yours to edit from then on',
];

/** The contents of the two listings of the payment page. */
export const listingIncludes: Readonly<Record<'standard' | 'premium', readonly string[]>> = {
  standard: everyListing,
  premium: [
    ...everyListing,
    `Premium for the first ${listingPremiumMonths} months: featured placement, priority in search, logo and photos together`,
    'Premium then ends by itself: no card is charged again, and the listing stays',
  ],
};
