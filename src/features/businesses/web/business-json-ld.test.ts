import { expect, test } from 'vitest';
import { missingFields, town } from '#tests/support/structured-data.ts';
import type { Business } from '../contract.ts';
import { businessNode } from './business-json-ld.tsx';

const business: Business = {
  id: '01890000-0000-7000-8000-000000000001',
  slug: 'corner-tacos',
  name: 'Corner Tacos',
  description: 'Tacos on the corner.',
  address: '12 Main St, Oak Bend, TX 78299',
  category: 'food-dining',
  categoryName: 'Food & Dining',
  logoUrl: '/media/uploads/logo.300x300.webp',
  imageUrl: null,
  featured: false,
  verified: true,
  website: 'https://tacos.example/',
  phone: '210-555-0101',
  email: 'hello@tacos.example',
  latitude: 29.48,
  longitude: -98.49,
  ownerId: null,
  isPremium: false,
  premiumExpiresAt: null,
  properties: [],
  parking: null,
  hours: null,
  closures: [],
  confirmedAt: null,
  takesMessages: false,
  socialLinks: {},
  offers: [],
  announcements: [],
  events: [],
  recommendations: [],
  photos: [{ url: '/media/uploads/front.800x600.webp', alt: '' }],
};

/** Google Search Central, "Local business (LocalBusiness) structured data". */
const required = ['name', 'address.addressLocality', 'address.addressRegion', 'address.addressCountry'];
const recommended = [
  'address.streetAddress',
  'address.postalCode',
  'geo.latitude',
  'geo.longitude',
  'openingHoursSpecification.dayOfWeek',
  'openingHoursSpecification.opens',
  'openingHoursSpecification.closes',
  'priceRange',
  'telephone',
  'url',
];

test("Google's required and recommended fields are there", () => {
  expect(missingFields(businessNode(business, town), [...required, ...recommended, 'image', 'logo'])).toEqual([]);
});

test("a bare entry has the required fields and the town's place", () => {
  const bare: Business = {
    ...business,
    category: 'other',
    description: null,
    address: null,
    logoUrl: null,
    website: null,
    phone: null,
    email: null,
    latitude: null,
    longitude: null,
    photos: [],
  };
  const node = businessNode(bare, town);
  expect(missingFields(node, required)).toEqual([]);
  expect(JSON.parse(JSON.stringify(node))).toEqual({
    '@type': 'LocalBusiness',
    '@id': 'https://oakbend.example/business/corner-tacos#business',
    name: 'Corner Tacos',
    url: 'https://oakbend.example/business/corner-tacos',
    address: {
      '@type': 'PostalAddress',
      addressLocality: 'Oak Bend',
      addressRegion: 'TX',
      postalCode: '78299',
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', latitude: 29.5103, longitude: -98.508 },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '17:00',
      },
    ],
    priceRange: '$$',
  });
});

test.each([
  ['food-dining', 'Restaurant'],
  ['health-beauty', 'BeautySalon'],
  ['legal-services', 'LegalService'],
  ['medical-services', 'MedicalBusiness'],
  ['pet-services', 'VeterinaryCare'],
  ['professional-services', 'ProfessionalService'],
  ['real-estate-services', 'RealEstateAgent'],
  ['shopping', 'Store'],
  ['automotive', 'LocalBusiness'],
  ['constructor', 'LocalBusiness'],
])('%s is a %s', (category, type) => {
  expect(businessNode({ ...business, category }, town)['@type']).toBe(type);
});

test('real hours replace the default; midnight ends the same day', () => {
  const hours: Business['hours'] = {
    mon: [
      ['07:00', '11:00'],
      ['17:00', '24:00'],
    ],
    tue: [['07:00', '11:00']],
    wed: [],
  };
  expect(businessNode({ ...business, hours }, town).openingHoursSpecification).toEqual([
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday', 'Tuesday'], opens: '07:00', closes: '11:00' },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '17:00', closes: '23:59' },
  ]);
  expect(businessNode({ ...business, hours: {} }, town).openingHoursSpecification).toBeUndefined();
});

test('addresses are whole and pictures are listed once', () => {
  const image = ['https://oakbend.example/media/uploads/logo.300x300.webp'];
  expect(businessNode({ ...business, imageUrl: business.logoUrl, photos: [] }, town).image).toEqual(image);
});

test('closings and pages elsewhere', () => {
  const node = businessNode(
    {
      ...business,
      closures: [{ from: '2026-12-24', to: '2026-12-26', note: 'Christmas' }],
      socialLinks: { instagram: 'https://www.instagram.com/tacos' },
    },
    town,
  );
  expect(node.sameAs).toEqual(['https://tacos.example/', 'https://www.instagram.com/tacos']);
  expect(node.specialOpeningHoursSpecification).toMatchObject([
    { validFrom: '2026-12-24', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
  ]);
});

test('lists the properties of a listing by name', () => {
  expect(businessNode(business, town).amenityFeature).toBeUndefined();
  expect(businessNode(business, town, ['Delivery']).amenityFeature).toEqual([
    { '@type': 'LocationFeatureSpecification', name: 'Delivery', value: true },
  ]);
});
