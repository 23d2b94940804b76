import { labelOf, listingTexts, plainTexts, recordOf } from '#shared/listing-fields.ts';
import type { FieldName } from '../import-row.ts';

const labels = recordOf([...listingTexts, 'category'], labelOf);

/** The fields of a column, in the order of the choice. */
export const fieldLabels: Record<FieldName, string> = {
  name: labels.name,
  address: labels.address,
  street: 'Street',
  houseNumber: 'House number',
  unit: 'Suite or unit',
  city: 'City',
  region: 'State',
  postalCode: 'ZIP code',
  phone: labels.phone,
  website: labels.website,
  email: labels.email,
  category: labels.category,
  kind: 'Kind (used as description)',
  description: labels.description,
  ...recordOf(plainTexts, (name) => labels[name]),
  openingHours: 'Opening hours',
  properties: 'Properties (delivery, parking ...)',
  latitude: 'Latitude',
  longitude: 'Longitude',
  source: 'Source',
  sourceId: 'Id in its source',
  osmTag: 'OpenStreetMap tag',
  osmProperties: 'OpenStreetMap tag of a property',
};
