import type { DrawnCategory } from '#shared/drawn-categories.ts';

/**
 * Background patterns for listings without a picture, one for each category.
 * Each is a seamless 48 by 48 tile of filled paths; draw it in 8 to 12 % of the category's color.
 */
export const categoryPatterns: Record<DrawnCategory, { viewBox: string; paths: string[] }> = {
  'health-beauty': {
    viewBox: '0 0 48 48',
    paths: [
      'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z',
      'M36 36c-5-4-5-9 0-9c5 0 5 5 0 9c4-5 9-5 9 0c0 5-5 5-9 0c5 4 5 9 0 9c-5 0-5-5 0-9c-4 5-9 5-9 0c0-5 5-5 9 0z',
    ],
  },
  'legal-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M11 3h2v2h8v2h-1l3 7a4 4 0 0 1-8 0l3-7h-5v11h4v2h-10v-2h4v-11h-5l3 7a4 4 0 0 1-8 0l3-7h-1v-2h8z',
      'M36 27l9 5v2h-18v-2zm-7 8h3v7h-3zm5.5 0h3v7h-3zm5.5 0h3v7h-3zm-13 8h18v2h-18z',
    ],
  },
  'medical-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M9 3h6v6h6v6h-6v6h-6v-6h-6v-6h6z',
      'M36 44c-6-4-9-7-9-11c0-3 2-5 4.5-5c2 0 3.5 1 4.5 3c1-2 2.5-3 4.5-3c2.5 0 4.5 2 4.5 5c0 4-3 7-9 11z',
    ],
  },
  'pet-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M12 11c3 0 4 3 6 5c2 3 1 5-2 5c-2 0-2-1-4-1c-2 0-2 1-4 1c-3 0-4-2-2-5c2-2 3-5 6-5zm-7-2a2 2.7 0 1 1 .1 0zm4.5-3a2 2.7 0 1 1 .1 0zm5.5 0a2 2.7 0 1 1 .1 0zm4.5 3a2 2.7 0 1 1 .1 0z',
      'M31 34h10a3 3 0 1 1 3.5 2a3 3 0 1 1-3.5 2h-10a3 3 0 1 1-3.5-2a3 3 0 1 1 3.5-2z',
    ],
  },
  'food-dining': {
    viewBox: '0 0 48 48',
    paths: [
      'M7 3h2v6h2v-6h2v6h2v-6h2v7q0 3-3.5 3.5v7.5q0 1-1.5 1t-1.5-1v-7.5q-3.5-.5-3.5-3.5z',
      'M28 44c-2-9 4-16 16-16c1 11-5 17-13 14l-2 3z',
    ],
  },
  shopping: {
    viewBox: '0 0 48 48',
    paths: [
      'M4 8h4a4 4 0 0 1 8 0h4l1 12q0 1-1 1h-16q-1 0-1-1zm6 0h4a2 2 0 0 0-4 0z',
      'M28 29q0-1 1-1h6l9 9q1 1 0 2l-5 5q-1 1-2 0l-9-9zm4 1a1.7 1.7 0 1 0 .1 0z',
    ],
  },
  'real-estate-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M12 3l9 8h-2v9h-5v-6h-4v6h-5v-9h-2z',
      'M31 32a4.5 4.5 0 0 1 4.3 3h8.7v2h-2v3h-2v-3h-4.7a4.5 4.5 0 1 1-4.3-5zm0 3a1.5 1.5 0 1 0 .1 0z',
    ],
  },
  'professional-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M9 4h6q1 0 1 1v2h4q1 0 1 1v11q0 1-1 1h-16q-1 0-1-1v-11q0-1 1-1h4v-2q0-1 1-1zm1 2v1h4v-1z',
      'M36 27l5 9l-3 8h-4l-3-8zm0 7a1.7 1.7 0 1 0 .1 0z',
    ],
  },
  'arts-entertainment': {
    viewBox: '0 0 48 48',
    paths: [
      'M10 18a3 3 0 1 1-2-3v-11l10-2v12a3 3 0 1 1-2-3v-5l-6 1z',
      'M36 27l2.5 6.5l6.5 2.5l-6.5 2.5l-2.5 6.5l-2.5-6.5l-6.5-2.5l6.5-2.5z',
    ],
  },
  automotive: {
    viewBox: '0 0 48 48',
    paths: [
      'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zm0 4a5 5 0 1 0 0 10a5 5 0 1 0 0-10zm0 3a2 2 0 1 1-.1 0z',
      'M27 39v-3q0-2 2-2l2-4q.5-1 2-1h5q1 0 2 1l3 4q2 0 2 2v3q0 1-1 1h-1a2.5 2.5 0 0 1-5 0h-4a2.5 2.5 0 0 1-5 0h-1q-1 0-1-1z',
    ],
  },
  'home-services': {
    viewBox: '0 0 48 48',
    paths: [
      'M4 4h11q4 0 6 5q-4-1-6 1h-3v10q0 1-1 1h-2q-1 0-1-1v-10h-4q-1 0-1-1v-4q0-1 1-1z',
      'M31.5 28h9l4.5 8l-4.5 8h-9l-4.5-8zm4.5 5a3 3 0 1 0 .1 0z',
    ],
  },
  education: {
    viewBox: '0 0 48 48',
    paths: [
      'M11 19q-3-3-8-2v-11q5-1 8 2zm2 0q3-3 8-2v-11q-5-1-8 2z',
      'M36 28l10 4l-10 4l-10-4zm-6 7l6 2.5l6-2.5v5q-6 4-12 0z',
    ],
  },
  finance: {
    viewBox: '0 0 48 48',
    paths: [
      'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zm0 3a6 6 0 1 0 0 12a6 6 0 1 0 0-12zm0 2.5a3.5 3.5 0 1 1-.1 0z',
      'M28 38h4v6h-4zm6-5h4v11h-4zm6-5h4v16h-4z',
    ],
  },
  technology: {
    viewBox: '0 0 48 48',
    paths: [
      'M4 21c-4-10 3-17 16-17c2 12-5 18-14 14z',
      'M31 31h3v-3h1.5v3h2v-3h1.5v3h2v2h3v1.5h-3v2h3v1.5h-3v3h-3v3h-1.5v-3h-2v3h-1.5v-3h-3v-3h-3v-1.5h3v-2h-3v-1.5h3z',
    ],
  },
  other: {
    viewBox: '0 0 48 48',
    paths: [
      'M12 2l2.5 7.5l7.5 2.5l-7.5 2.5l-2.5 7.5l-2.5-7.5l-7.5-2.5l7.5-2.5z',
      'M36 31a5 5 0 1 1 0 10a5 5 0 1 1 0-10zm0 2.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z',
    ],
  },
};
