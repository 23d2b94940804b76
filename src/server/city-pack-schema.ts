/**
 * The schemas of a city pack: everything that belongs to one town, as a folder of JSON files, HTML fragments
 * and pictures. Packs are checked when the site starts. No town is named in code.
 */
import * as z from 'zod/mini';
import { categoryColors, linkGroupIcons } from '#shared/city.ts';
import { maxCents, minCents, usualPrices } from '#shared/prices.ts';
import { latitude, longitude, MapBounds } from './city-map-schema.ts';

export const text = (max = 300) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
export const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain });
/** A path of this site ('/directory') or a web address; null keeps the placeholder link. */
const sitePath = z.string().check(z.regex(/^\/(?![/\\])/));
const linkTarget = z.nullable(z.union([sitePath, webAddress]));
export const phone = z
  .string()
  .check(z.regex(/^\+?[0-9][0-9 ()./-]{6,24}$/, 'Must be a phone number such as 210-555-0100'));
/** The name of a file in the pack's pictures/ folder. */
export const pictureFile = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]*\.(jpg|png|svg)$/,
      'Must be a file in pictures/: small letters, digits and hyphens, then .jpg, .png or .svg',
    ),
  );
export const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be small letters, digits and hyphens'));

const Address = z.strictObject({
  street: text(),
  city: text(80),
  region: text(40),
  postalCode: text(12),
});

/** A number that people call in a hurry, with when to call it. */
const PhoneEntry = z.strictObject({ label: text(60), number: text(30), note: z.optional(text(120)) });

const cents = z.int().check(z.minimum(minCents), z.maximum(maxCents));
/** All amounts that the town asks, in cents. A claim at 0 needs proof and no card; nothing else may be free. */
const Prices = z.strictObject({
  claim: z.union([z.literal(0), cents]),
  claimPremium: cents,
  premiumMonth: cents,
  premiumYear: cents,
  listing: cents,
  listingPremium: cents,
});

/** The same in a pack, which names the amounts that differ from the usual ones. */
const PackPrices = z.strictObject({
  claim: z._default(Prices.shape.claim, usualPrices.claim),
  claimPremium: z._default(cents, usualPrices.claimPremium),
  premiumMonth: z._default(cents, usualPrices.premiumMonth),
  premiumYear: z._default(cents, usualPrices.premiumYear),
  listing: z._default(cents, usualPrices.listing),
  listingPremium: z._default(cents, usualPrices.listingPremium),
});

/** city.json */
const OwnerPosts = z.strictObject({
  offers: z._default(z.boolean(), true),
  announcements: z._default(z.boolean(), false),
  events: z._default(z.boolean(), false),
});

export const CityFacts = z.strictObject({
  $schema: z.optional(z.string()),
  /** The town's name alone, as in '{name}, {region}'. */
  name: text(60),
  /** The postal code of the state or province, as in addresses. */
  region: text(10),
  regionName: text(40),
  country: z.string().check(z.length(2)),
  postalCode: text(12),
  /** IANA name; every date on the site is in this zone. */
  timeZone: z.string(),
  language: z.string(),
  tagline: text(90),
  /** The site's description for search engines. */
  description: text(160),
  /** The town's position in structured data. */
  geo: z.strictObject({ latitude, longitude }),
  /** The center of maps and imports. */
  center: z.strictObject({ latitude, longitude }),
  /** Maps show this area and nothing else: [west, south, east, north]. Default: six kilometers around the center. */
  map: z.optional(z.strictObject({ bounds: MapBounds })),
  contact: z.strictObject({
    phone,
    email: z.email(),
    supportEmail: z.email(),
    postalBox: Address,
    responseTime: text(80),
    hours: z.array(z.strictObject({ days: text(40), hours: text(40) })),
  }),
  /** The agency that runs the site, shown on the contact page. */
  agency: z.strictObject({
    name: text(80),
    intro: text(300),
    services: z.array(z.strictObject({ title: text(60), text: text(200) })).check(z.length(4)),
    contactLine: text(200),
  }),
  cityHall: z.strictObject({ address: text(), phone, hours: text(60), note: z.optional(text()) }),
  emergencyNumbers: z.array(PhoneEntry),
  /** The numbers to call when city hall is closed. */
  afterHours: z.optional(z.strictObject({ intro: text(300), numbers: z.array(PhoneEntry).check(z.minLength(1)) })),
  disclaimer: text(400),
  /** Kinds of posts that owners may publish on their listings' pages. */
  ownerPosts: z.prefault(OwnerPosts, {}),
  /** In cents. */
  prices: z.prefault(PackPrices, {}),
  /** The placeholder in the address field of the business form. */
  addressPlaceholder: text(120),
  footerLinks: z.strictObject({
    about: linkTarget,
    privacyPolicy: linkTarget,
    termsOfUse: linkTarget,
    listYourBusiness: linkTarget,
  }),
  discoverLinks: z.strictObject({ thingsToDo: linkTarget, placesToStay: linkTarget }),
  /**
   * The target of the invitation in an empty ad slot: a page, a web address or a mailbox. Default: the
   * contact page.
   */
  adsContact: z._default(z.union([webAddress, sitePath, z.email()]), '/contact'),
  heroSlides: z
    .array(z.strictObject({ picture: pictureFile, title: text(60), subtitle: text(120) }))
    .check(z.length(6)),
  /** Pictures behind the headings of these pages; a page without one has a plain band. */
  pagePictures: z.partialRecord(
    z.enum(['directory', 'events', 'news', 'history', 'helpful-links', 'real-estate', 'get-listed', 'contact']),
    pictureFile,
  ),
  /** Pictures of the six Discover tiles on the home page. */
  discoverPictures: z.record(
    z.enum(['food-dining', 'shopping', 'services', 'things-to-do', 'places-to-stay', 'real-estate']),
    pictureFile,
  ),
});

const categoryWords = { slug, name: text(60), description: z.nullable(text(200)) };
/** categories.json, in the order of the screen. */
export const CityCategories = z
  .array(
    z.strictObject({
      ...categoryWords,
      /** A drawing in src/web/art/categories. */
      icon: slug,
      color: z.enum(categoryColors),
    }),
  )
  .check(z.minLength(1));

export const key = slug.check(z.maxLength(40));
/** An OpenStreetMap tag: 'delivery=yes|only'. '*' stands for any value except 'no'. */
const osmTag = z
  .string()
  .check(z.maxLength(120), z.regex(/^[a-z][a-z0-9_]*(:[a-z0-9_]+)*=(\*|[a-z0-9_]+(\|[a-z0-9_]+)*)$/));

const propertyWords = {
  /** Stored with each listing and part of addresses; never changed once in use. */
  key,
  name: text(40),
  /** A drawing in src/web/art/properties. */
  icon: slug,
  /** The heading in forms and filters; properties of one group must follow each other. */
  group: text(40),
};
/** properties.json: properties of listings ('Delivery', 'Outdoor seating'), in the order of the screen. */
export const CityProperties = z
  .array(
    z.strictObject({
      ...propertyWords,
      /** Slugs of the categories it applies to; without them it applies to every category. */
      categories: z._default(z.array(slug), []),
      /** OpenStreetMap tags from which an import reads it. */
      osm: z._default(z.array(osmTag), []),
      /** Words with which people search for it. */
      words: z._default(z.array(text(60)), []),
    }),
  )
  .check(
    z.maxLength(60),
    z.refine((list) => new Set(list.map((property) => property.key)).size === list.length, 'Each key may stand once'),
  );

/** history.json */
export const CityHistory = z.strictObject({
  title: text(90),
  intro: text(600),
  sections: z.array(
    z.strictObject({
      heading: text(90),
      paragraphs: z.array(text(1500)),
      picture: z.optional(z.strictObject({ file: pictureFile, caption: text(200) })),
    }),
  ),
  timeline: z.array(z.strictObject({ when: text(40), title: text(90), text: text(500) })),
  landmarks: z.array(z.strictObject({ name: text(90), address: z.optional(text(120)), text: text(500) })),
  population: z.strictObject({
    caption: text(120),
    years: z.array(z.strictObject({ year: z.int(), people: z.int() })),
    notes: z.array(text(300)),
  }),
  schools: z.strictObject({ heading: text(90), paragraphs: z.array(text(800)) }),
  sources: z.array(text(300)),
});

/** helpful-links.json */
export const CityHelpfulLinks = z.strictObject({
  intro: text(300),
  groups: z
    .array(
      z.strictObject({
        title: text(60),
        icon: z.enum(linkGroupIcons),
        links: z
          .array(z.strictObject({ title: text(90), url: webAddress, text: text(240), phone: z.optional(phone) }))
          .check(z.minLength(1)),
      }),
    )
    .check(z.length(6)),
});

/** pictures/pictures.json: what each picture shows and who made it. */
export const CityPictures = z.record(
  pictureFile,
  z.strictObject({
    alt: text(160),
    /** The part that must stay visible when the picture is cropped, in percent from the left and the top. */
    focus: z.optional(z.tuple([z.number(), z.number()])),
    credit: z.optional(z.strictObject({ text: text(160), licence: text(60), url: z.optional(webAddress) })),
  }),
);

/** A picture that staff have uploaded, instead of one of the pack's files. */
const UploadedPicture = z.strictObject({
  src: z.string().check(z.regex(/^\/media\/u\/[\w-]+\.\d+x\d+\.webp$/)),
  alt: text(160),
});

const HeroSlide = z.strictObject({
  picture: z.union([pictureFile, UploadedPicture]),
  title: text(60),
  subtitle: text(120),
});

const { contact } = CityFacts.shape;
const HelpfulGroups = CityHelpfulLinks.shape.groups.def.element;

/** The parts that staff may change while the site runs, with the pack's own schemas. */
export const CitySettings = {
  contact: z.pick(contact, { phone: true, email: true, supportEmail: true, responseTime: true, hours: true }),
  postalBox: Address,
  footerLinks: CityFacts.shape.footerLinks,
  discoverLinks: CityFacts.shape.discoverLinks,
  adsContact: CityFacts.shape.adsContact,
  heroSlides: z.array(HeroSlide).check(z.minLength(1), z.maxLength(8)),
  helpfulLinks: z.array(HelpfulGroups).check(z.minLength(1), z.maxLength(12)),
  ownerPosts: OwnerPosts,
  prices: Prices,
  /** The categories' words, in the order of the screen, with those that the town has added and hidden. */
  categories: z
    .array(
      z.strictObject({
        ...categoryWords,
        /** A drawing; the pack's own keep the pack's. */
        icon: z._default(slug, 'other'),
        isHidden: z._default(z.boolean(), false),
      }),
    )
    .check(z.maxLength(200)),
  /** The properties' words, in the order of the screen, with those that the town has added and hidden. */
  properties: z
    .array(
      z.strictObject({
        ...propertyWords,
        words: z.array(text(60)).check(z.maxLength(30)),
        isHidden: z.boolean(),
      }),
    )
    .check(z.maxLength(60)),
} as const;
export type SettingKey = keyof typeof CitySettings;
export type SettingValue<K extends SettingKey> = z.infer<(typeof CitySettings)[K]>;

export type UploadedPicture = z.infer<typeof UploadedPicture>;
/** The facts as the site shows them, with the changes by staff. */
export type CityFacts = Omit<z.infer<typeof CityFacts>, 'heroSlides'> & { heroSlides: z.infer<typeof HeroSlide>[] };
export type CityCategory = z.infer<typeof CityCategories>[number];
export type CityProperty = z.infer<typeof CityProperties>[number];
export type CityHistory = z.infer<typeof CityHistory>;
export type CityHelpfulLinks = z.infer<typeof CityHelpfulLinks>;
export type CityPictures = z.infer<typeof CityPictures>;
