/** The two columns of a listing's place, which are written together. */

const recorded = {
  field: 'place',
  values: [
    { latitude: 29.501, longitude: -98.501 },
    { latitude: 29.502, longitude: -98.502 },
  ],
  words: { before: '29.501° north, 98.501° west', after: '29.502° north, 98.502° west' },
} as const;

export const placeColumns = {
  latitude: {
    values: [29.501, 29.502],
    sent: { latitude: 29.502, longitude: '-98.502' },
    follow: ['longitude', 'placeBy'],
    recorded,
    answer: { latitude: 29.502 },
    page: '/maps/',
    staff: { answer: { latitude: 29.502 }, facts: '29.502' },
    download: { latitude: 29.502 },
    merge: 'fill',
    file: { latitude: '29.502', longitude: '-98.502' },
    sample: { latitude: 29.502 },
  },
  longitude: {
    values: [-98.501, -98.502],
    sent: { latitude: 29.502, longitude: '-98.502' },
    follow: ['latitude', 'placeBy'],
    recorded,
    answer: { longitude: -98.502 },
    page: '/maps/',
    staff: { answer: { longitude: -98.502 }, facts: '98.502' },
    download: { longitude: -98.502 },
    merge: 'fill',
    file: { latitude: '29.502', longitude: '-98.502' },
    sample: { longitude: -98.502 },
  },
} as const;
