/** Lists that are the same for every city pack. No schemas here, because every page loads this file. */

export const categoryColors = ['green', 'pink', 'blue', 'red', 'orange', 'indigo', 'teal', 'purple', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

export const eventCategories = ['government', 'community', 'business', 'cultural'] as const;
export const articleCategories = ['news', 'community', 'business', 'events'] as const;

/** The drawings beside the groups of helpful links. */
export const linkGroupIcons = ['city', 'emergency', 'utilities', 'transportation', 'education', 'healthcare'] as const;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Pages whose whole text a city pack brings; a pack may leave any of them out. */
export const townPageNames = ['about', 'privacy', 'terms'] as const;
export type TownPageName = (typeof townPageNames)[number];
