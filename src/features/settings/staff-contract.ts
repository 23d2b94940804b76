/**
 * The parts of the town that staff may change while the site runs. The city pack's own schema checks them.
 */
import * as z from 'zod/mini';
import { linkGroupIcons } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { Picture } from '#shared/picture.ts';
import { SettingHistory } from './history-contract.ts';

const Target = z.nullable(z.string());

const ContactSetting = z.object({
  phone: z.string(),
  email: z.string(),
  supportEmail: z.string(),
  responseTime: z.string(),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
});
const PostalBox = z.object({ street: z.string(), city: z.string(), region: z.string(), postalCode: z.string() });
const FooterLinks = z.object({
  about: Target,
  privacyPolicy: Target,
  termsOfUse: Target,
  listYourBusiness: Target,
});
const DiscoverLinks = z.object({ thingsToDo: Target, placesToStay: Target });
const Slide = z.object({
  /** A file of the pack, or an uploaded picture. */
  picture: z.union([z.string(), z.object({ src: z.string(), alt: z.string() })]),
  title: z.string(),
  subtitle: z.string(),
});
export type Slide = z.infer<typeof Slide>;
const HelpfulLink = z.object({ title: z.string(), url: z.string(), text: z.string(), phone: z.optional(z.string()) });
const LinkGroup = z.object({ title: z.string(), icon: z.enum(linkGroupIcons), links: z.array(HelpfulLink) });
export type LinkGroup = z.infer<typeof LinkGroup>;

export interface Setting<V> {
  value: V;
  /** The city pack's value. */
  packValue: V;
  /** Null when nothing overrides the pack. */
  changedAt: string | null;
  changedBy: string | null;
}

function setting<S extends z.ZodMiniType>(value: S) {
  return z.object({
    value,
    packValue: value,
    changedAt: z.nullable(z.string()),
    changedBy: z.nullable(z.string()),
  });
}

const OwnerPosts = z.object({ offers: z.boolean(), announcements: z.boolean(), events: z.boolean() });

/** Apart from the answer below: whoever reads that in a browser loads the schema of pictures with it. */
export const settingValues = {
  contact: ContactSetting,
  postalBox: PostalBox,
  footerLinks: FooterLinks,
  discoverLinks: DiscoverLinks,
  adsContact: z.string(),
  heroSlides: z.array(Slide),
  helpfulLinks: z.array(LinkGroup),
  ownerPosts: OwnerPosts,
};

export const StaffSettings = z.object({
  contact: setting(settingValues.contact),
  postalBox: setting(settingValues.postalBox),
  footerLinks: setting(settingValues.footerLinks),
  discoverLinks: setting(settingValues.discoverLinks),
  adsContact: setting(settingValues.adsContact),
  heroSlides: setting(settingValues.heroSlides),
  helpfulLinks: setting(settingValues.helpfulLinks),
  ownerPosts: setting(settingValues.ownerPosts),
  /** The pack's pictures to choose from. */
  pictures: z.array(z.object({ file: z.string(), picture: Picture })),
});
export type StaffSettings = z.infer<typeof StaffSettings>;
export type SettingName = Exclude<keyof StaffSettings, 'pictures'>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/staff/settings',
  who: 'staff',
  rights: ['administrator'],
  summary: 'What staff may change of the town, with what the city pack says',
  answer: StaffSettings,
  problems: [],
});

const params = z.object({
  key: z.enum([
    ...(['contact', 'postalBox', 'footerLinks', 'discoverLinks'] as const),
    ...(['adsContact', 'heroSlides', 'helpfulLinks', 'ownerPosts'] as const),
  ]),
});

export const getSettingHistory = endpoint({
  method: 'GET',
  path: '/api/staff/settings/{key}/history',
  who: 'staff',
  rights: ['administrator'],
  summary: 'What one part said before, and who changed it',
  params,
  answer: SettingHistory,
  problems: ['not_found'],
});

export const putSetting = endpoint({
  method: 'PUT',
  path: '/api/staff/settings/{key}',
  who: 'staff',
  rights: ['administrator'],
  summary: "Sets one part over the pack's own; `changedAt` is that of the copy that was edited",
  params,
  body: z.object({ value: z.unknown(), changedAt: z.nullable(z.string()) }),
  answer: StaffSettings,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const resetSetting = endpoint({
  method: 'DELETE',
  path: '/api/staff/settings/{key}',
  who: 'staff',
  rights: ['administrator'],
  summary: "Goes back to the pack's own value of one part; `changedAt` is that of the copy that is given up",
  params,
  query: z.object({ changedAt: z.optional(z.string().check(z.maxLength(40))) }),
  answer: StaffSettings,
  problems: ['not_found', 'conflict'],
});
