/** Pages of the site and entries of the city pack that a search of the town can answer with. */
import { linkAnchor } from '#features/city-guide/link-anchor.ts';
import type { CityPack } from '#server/city-pack.ts';
import { townPageOf } from '#server/town-pages.ts';
import type { TownText } from './town-text.ts';

/** Where the numbers for emergencies stand. */
export const emergencyHref = '/helpful-links#emergency';
const phoneWords = 'phone number telephone call';
const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** `also`: words with which people ask for it and that the page itself need not say. */
function page(title: string, href: string, note: string, also: string): TownText {
  return { kind: 'page', title, href, note, also, body: note };
}

function sitePages({ name }: CityPack['facts']): TownText[] {
  return [
    page(
      'Events',
      '/events',
      `What's on in ${name}`,
      'calendar things to do activities weekend concerts whats on eventos que hacer',
    ),
    page('Suggest an event', '/events/suggest', 'Tell us about an event', 'add submit post announce my event'),
    page('News', '/news', `Stories from ${name}`, 'articles local noticias newspaper'),
    page(`History of ${name}`, '/history', 'How the town came to be', 'historia past old photos founded population'),
    page(
      'Helpful Links',
      '/helpful-links',
      'City services and numbers',
      'useful emergency numbers utilities services links',
    ),
    page('Business Directory', '/directory', 'All businesses', 'all shops companies local directorio negocios'),
    page(
      'Get Listed',
      '/get-listed',
      'Add or claim your business',
      'add my list business listing advertise price prices cost premium claim sign up owner',
    ),
    page(
      'Contact',
      '/contact',
      'Write to us or call',
      'contact us email report problem mistake contacto advertise help',
    ),
    page('Newsletter', '/newsletter/archive', 'Past issues', 'subscribe email boletin archive'),
    page('Log In', '/login', 'For business owners', 'sign in account password my business owner'),
  ];
}

function footerPages(city: CityPack): TownText[] {
  const { about, privacyPolicy, termsOfUse } = city.facts.footerLinks;
  const given = [
    ['about', 'About', about, 'who runs this site'],
    ['privacy', 'Privacy Policy', privacyPolicy, 'data cookies privacy'],
    ['terms', 'Terms of Use', termsOfUse, 'rules conditions terms'],
  ] as const;
  return given.flatMap(([name, title, href, also]) =>
    href === null ? [] : [page(title, href, townPageOf(city, name)?.intro ?? '', also)],
  );
}

/** All texts of the city pack with the staff's settings. */
export function townPages(city: CityPack): TownText[] {
  const { facts, helpfulLinks, history } = city;
  const { cityHall, emergencyNumbers, afterHours } = facts;
  const linked = new Set<string>();
  return [
    ...emergencyNumbers.map(
      ({ label, number, note }): TownText => ({
        kind: 'page',
        title: label,
        href: emergencyHref,
        phone: number,
        note: join(number, note),
        also: phoneWords,
        body: `${number} ${note ?? ''}`,
      }),
    ),
    ...(afterHours
      ? [
          {
            kind: 'page',
            title: 'At night and on weekends',
            href: '/helpful-links#after-hours',
            note: afterHours.intro,
            also: `${phoneWords} after hours closed night weekend holiday police`,
            body: afterHours.numbers.map(({ label, number, note }) => join(label, number, note)).join(' '),
          } satisfies TownText,
        ]
      : []),
    {
      kind: 'page',
      title: 'City hall',
      href: '/helpful-links#help',
      phone: cityHall.phone,
      note: join(cityHall.phone, cityHall.hours),
      also: `${phoneWords} permits court taxes public meetings council mayor hours address ayuntamiento`,
      body: `${cityHall.address} ${cityHall.note ?? ''}`,
    },
    ...helpfulLinks.groups.flatMap((group) =>
      group.links.flatMap((link): TownText[] => {
        const anchor = linkAnchor(link, group);
        if (linked.has(anchor)) return [];
        linked.add(anchor);
        return [
          {
            kind: 'page',
            title: link.title,
            href: `/helpful-links#${anchor}`,
            phone: link.phone,
            note: join(link.phone, link.text),
            also: link.phone ? phoneWords : '',
            body: `${link.text} ${group.title}`,
          },
        ];
      }),
    ),
    ...sitePages(facts),
    ...footerPages(city),
    ...history.sections.map(
      ({ heading, paragraphs }): TownText => ({
        kind: 'page',
        title: heading,
        href: '/history',
        note: history.title,
        also: '',
        body: paragraphs.join(' '),
      }),
    ),
    ...history.landmarks.map(
      ({ name, address, text }): TownText => ({
        kind: 'page',
        title: name,
        href: '/history#landmarks',
        note: join('Landmark', address),
        also: 'landmark',
        body: text,
      }),
    ),
  ];
}
