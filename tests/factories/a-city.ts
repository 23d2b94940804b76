import type { CityPack } from '#server/city-pack.ts';
import { CityFacts, CityProperties } from '#server/city-pack-schema.ts';

/** Enough to choose from: some for every category, two for one. */
const cityProperties = CityProperties.parse([
  {
    ...{ key: 'delivery', name: 'Delivery', icon: 'delivery', group: 'Service', categories: ['food-dining'] },
    ...{ osm: ['delivery=yes|only'], words: ['home delivery', 'a domicilio'] },
  },
  {
    ...{ key: 'outdoor-seating', name: 'Outdoor seating', icon: 'outdoor-seating', group: 'At the place' },
    ...{ categories: ['food-dining'], osm: ['outdoor_seating=*'], words: ['patio'] },
  },
  {
    ...{ key: 'wheelchair-accessible', name: 'Wheelchair accessible', icon: 'wheelchair-accessible' },
    ...{ group: 'At the place', osm: ['wheelchair=yes|designated'], words: ['wheelchair'] },
  },
  {
    ...{ key: 'se-habla-espanol', name: 'Se habla español', icon: 'se-habla-espanol', group: 'About the business' },
    ...{ osm: ['language:es=yes'], words: ['en español'] },
  },
]);

/** A made-up town, without pictures on disk and without sample content. */
export function aCity(): CityPack {
  const facts = CityFacts.parse({
    name: 'Oak Bend',
    region: 'TX',
    regionName: 'Texas',
    country: 'US',
    postalCode: '78299',
    timeZone: 'America/Chicago',
    language: 'en',
    tagline: 'Small town, tall oaks',
    description: 'Shops, news and events of Oak Bend.',
    geo: { latitude: 29.5103, longitude: -98.508 },
    center: { latitude: 29.5103, longitude: -98.508 },
    contact: {
      phone: '210-555-0100',
      email: 'hello@oakbend.example',
      supportEmail: 'support@oakbend.example',
      postalBox: { street: 'PO Box 100', city: 'San Antonio', region: 'TX', postalCode: '78200' },
      responseTime: 'Within 24 hours',
      hours: [{ days: 'Monday to Friday', hours: '9:00 AM to 6:00 PM' }],
    },
    agency: {
      name: 'Oak Bend Web',
      intro: 'We keep this site.',
      services: ['Sites', 'Words', 'Photos', 'Care'].map((title) => ({ title, text: `${title} for shops` })),
      contactLine: 'Write to us.',
    },
    cityHall: { address: '1 Oak Street', phone: '210-555-0101', hours: 'Mon-Fri 8:00 AM - 5:00 PM' },
    emergencyNumbers: [{ label: 'Emergency', number: '911' }],
    ownerPosts: { offers: true, announcements: true, events: true },
    disclaimer: 'This site is independently owned and not affiliated with the city.',
    addressPlaceholder: '1 Oak Street, Oak Bend, TX',
    footerLinks: { about: null, privacyPolicy: null, termsOfUse: null, listYourBusiness: null },
    discoverLinks: { thingsToDo: null, placesToStay: null },
    heroSlides: Array.from({ length: 6 }, (_, i) => ({ picture: 'oak.svg', title: `Slide ${i}`, subtitle: 'Oaks' })),
    pagePictures: {},
    discoverPictures: Object.fromEntries(
      ['food-dining', 'shopping', 'services', 'things-to-do', 'places-to-stay', 'real-estate'].map((tile) => [
        tile,
        'oak.svg',
      ]),
    ),
  });
  return {
    key: 'oak-bend',
    folder: '',
    facts,
    categories: [],
    properties: cityProperties,
    places: [],
    history: {
      title: 'History',
      intro: 'Oaks first.',
      sections: [],
      timeline: [],
      landmarks: [],
      population: { caption: 'People', years: [], notes: [] },
      schools: { heading: 'Schools', paragraphs: [] },
      sources: [],
    },
    helpfulLinks: {
      intro: 'Links',
      groups: Array.from({ length: 6 }, (_, i) => ({
        title: `Group ${i}`,
        icon: 'city',
        links: [{ title: 'City', url: 'https://city.example.com', text: 'The city' }],
      })),
    },
    pictures: { 'oak.svg': { alt: 'An oak' } },
    map: {
      archive: null,
      attribution: null,
      bounds: [-98.57, 29.45, -98.44, 29.57],
      outline: [
        [
          [-98.515, 29.505],
          [-98.5, 29.505],
          [-98.5, 29.516],
          [-98.515, 29.516],
          [-98.515, 29.505],
        ],
      ],
    },
    pages: {},
    pictureSizes: {},
  };
}
