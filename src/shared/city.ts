/** What every town has, whichever pack it comes from. No schemas here: every page loads this. */

export const categoryColors = ['green', 'pink', 'blue', 'red', 'orange', 'indigo', 'teal', 'purple', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

export const eventCategories = ['government', 'community', 'business', 'cultural'] as const;
export const articleCategories = ['news', 'community', 'business', 'events'] as const;

/** Whose drawing stands beside a group of helpful links. */
export const linkGroupIcons = ['city', 'emergency', 'utilities', 'transportation', 'education', 'healthcare'] as const;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
