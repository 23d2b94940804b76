import * as z from 'zod/mini';
import { linkGroupIcons, townPageNames } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { Picture } from '#shared/picture.ts';

const Place = z.object({ latitude: z.number(), longitude: z.number() });
const PostalAddress = z.object({ street: z.string(), city: z.string(), region: z.string(), postalCode: z.string() });
/** A path of this site, a web address, or null for a placeholder that leads nowhere. */
const Target = z.nullable(z.string());

/** Instants, and offsets from UTC, in minutes: see shared/clock.ts. */
const Clock = z.object({
  from: z.int(),
  until: z.int(),
  ahead: z.int(),
  changes: z.array(z.tuple([z.int(), z.int()])),
});

/** The town's facts in the frame of every page. */
export const City = z.object({
  name: z.string(),
  region: z.string(),
  country: z.string(),
  postalCode: z.string(),
  timeZone: z.string(),
  /** The city's clock, for the years that pages show. */
  clock: Clock,
  language: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** The town's position in structured data. */
  geo: Place,
  /** The center of maps. */
  center: Place,
  map: z.object({
    /** Maps show this area and nothing else: west, south, east, north. */
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    /** The town alone: west, south, east, north; null when its limits are not known. */
    limits: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    /** The makers of the map; null while maps show nothing but the town's outline. */
    attribution: z.nullable(z.string()),
  }),
  disclaimer: z.string(),
  /** In cents; the claim may cost 0. */
  prices: z.object({
    claim: z.int(),
    claimPremium: z.int(),
    premiumMonth: z.int(),
    premiumYear: z.int(),
    listing: z.int(),
    listingPremium: z.int(),
  }),
  addressPlaceholder: z.string(),
  footerLinks: z.object({ about: Target, privacyPolicy: Target, termsOfUse: Target, listYourBusiness: Target }),
  /** The target of the invitation in an empty ad slot. */
  adsContact: z.string(),
  contact: z.object({ phone: z.string(), email: z.string(), supportEmail: z.string(), postalBox: PostalAddress }),
  /** Pictures behind page headings, by page. */
  pagePictures: z.record(z.string(), Picture),
  footerCategories: z.array(z.object({ slug: z.string(), name: z.string() })),
  siteUrl: z.string(),
});
export type City = z.infer<typeof City>;

export const getCity = endpoint({
  method: 'GET',
  path: '/api/city',
  who: 'anyone',
  summary: 'The facts of the town that every page shows',
  answer: City,
  problems: [],
});

export const HomeGuide = z.object({
  heroSlides: z.array(z.object({ picture: Picture, title: z.string(), subtitle: z.string() })),
  discover: z.object({
    pictures: z.record(z.string(), Picture),
    thingsToDo: z.nullable(z.string()),
    placesToStay: z.nullable(z.string()),
  }),
});
export type HomeGuide = z.infer<typeof HomeGuide>;

export const getHomeGuide = endpoint({
  method: 'GET',
  path: '/api/city/home',
  who: 'anyone',
  summary: 'Hero slides and Discover tiles of the home page',
  answer: HomeGuide,
  problems: [],
});

export const History = z.object({
  title: z.string(),
  intro: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      paragraphs: z.array(z.string()),
      picture: z.nullable(z.object({ picture: Picture, caption: z.string() })),
    }),
  ),
  timeline: z.array(z.object({ when: z.string(), title: z.string(), text: z.string() })),
  landmarks: z.array(z.object({ name: z.string(), address: z.optional(z.string()), text: z.string() })),
  population: z.object({
    caption: z.string(),
    years: z.array(z.object({ year: z.number(), people: z.number() })),
    notes: z.array(z.string()),
  }),
  schools: z.object({ heading: z.string(), paragraphs: z.array(z.string()) }),
  sources: z.array(z.string()),
});
export type History = z.infer<typeof History>;

export const getHistory = endpoint({
  method: 'GET',
  path: '/api/city/history',
  who: 'anyone',
  summary: "The town's history page",
  answer: History,
  problems: [],
});

const PhoneEntry = z.object({ label: z.string(), number: z.string(), note: z.optional(z.string()) });

export const HelpfulLinks = z.object({
  intro: z.string(),
  groups: z.array(
    z.object({
      title: z.string(),
      icon: z.enum(linkGroupIcons),
      links: z.array(z.object({ title: z.string(), url: z.string(), text: z.string(), phone: z.optional(z.string()) })),
    }),
  ),
  emergencyNumbers: z.array(PhoneEntry),
  /** The numbers to call when city hall is closed; null when the pack names none. */
  afterHours: z.nullable(z.object({ intro: z.string(), numbers: z.array(PhoneEntry) })),
  cityHall: z.object({ address: z.string(), phone: z.string(), hours: z.string(), note: z.optional(z.string()) }),
});
export type HelpfulLinks = z.infer<typeof HelpfulLinks>;

export const getHelpfulLinks = endpoint({
  method: 'GET',
  path: '/api/city/helpful-links',
  who: 'anyone',
  summary: 'Links to public services in six groups, emergency numbers and city hall',
  answer: HelpfulLinks,
  problems: [],
});

export const ContactGuide = z.object({
  contact: z.object({
    ...City.shape.contact.shape,
    responseTime: z.string(),
    hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  }),
  agency: z.object({
    name: z.string(),
    intro: z.string(),
    services: z.array(z.object({ title: z.string(), text: z.string() })),
    contactLine: z.string(),
  }),
});
export type ContactGuide = z.infer<typeof ContactGuide>;

export const getContactGuide = endpoint({
  method: 'GET',
  path: '/api/city/contact',
  who: 'anyone',
  summary: 'How to reach the site team, its hours and the agency that keeps the site',
  answer: ContactGuide,
  problems: [],
});

export const PictureCredits = z.array(
  z.object({
    picture: Picture,
    text: z.string(),
    licence: z.string(),
    url: z.nullable(z.string()),
  }),
);
export type PictureCredits = z.infer<typeof PictureCredits>;

export const getPictureCredits = endpoint({
  method: 'GET',
  path: '/api/city/picture-credits',
  who: 'anyone',
  summary: 'Who made the pictures of the city pack, and under which licence',
  answer: PictureCredits,
  problems: [],
});

/** The properties that a listing of this town may have, in display order. */
export const ListingProperty = z.object({
  key: z.string(),
  name: z.string(),
  /** The name of a drawing in src/web/art/properties. */
  icon: z.string(),
  group: z.string(),
  /** Slugs of the categories it applies to; empty means all. */
  categories: z.array(z.string()),
});
export type ListingProperty = z.infer<typeof ListingProperty>;

export const getListingProperties = endpoint({
  method: 'GET',
  path: '/api/city/properties',
  who: 'anyone',
  summary: 'What a listing may have: delivery, outdoor seating and the like',
  answer: z.array(ListingProperty),
  problems: [],
});

export const TownPage = z.object({
  title: z.string(),
  intro: z.string(),
  /** Cleaned HTML */
  html: z.string(),
});
export type TownPage = z.infer<typeof TownPage>;

export const getTownPage = endpoint({
  method: 'GET',
  path: '/api/city/pages/{page}',
  who: 'anyone',
  summary: "A page of the town's own text: about, privacy or terms",
  params: z.object({ page: z.enum(townPageNames) }),
  answer: TownPage,
  problems: ['not_found'],
});
