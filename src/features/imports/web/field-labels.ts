import type { FieldName } from '../import-row.ts';

/** The fields of a column, in the order of the choice. */
export const fieldLabels: Record<FieldName, string> = {
  name: 'Name',
  address: 'Address',
  street: 'Street',
  houseNumber: 'House number',
  unit: 'Suite or unit',
  city: 'City',
  region: 'State',
  postalCode: 'ZIP code',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  category: 'Category',
  kind: 'Kind (used as description)',
  description: 'Description',
  openingHours: 'Opening hours',
  properties: 'Properties (delivery, parking ...)',
  latitude: 'Latitude',
  longitude: 'Longitude',
  source: 'Source',
  sourceId: 'Id in its source',
  osmTag: 'OpenStreetMap tag',
  osmProperties: 'OpenStreetMap tag of a property',
};
