/** Searches of the staff area's lists that somebody has named, for that person alone. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const maxSavedFilters = 40;
export const maxFilterName = 40;

const SavedFilter = z.object({
  name: z
    .string('Please give it a name')
    .check(
      z.trim(),
      z.minLength(1, 'Please give it a name'),
      z.maxLength(maxFilterName, `Please keep it under ${maxFilterName + 1} characters`),
    ),
  /** The list's page and its search: '/staff/businesses' and '?status=hidden'. */
  page: z.string().check(z.regex(/^\/staff(\/[a-z-]+){1,3}$/)),
  search: z.string().check(z.regex(/^\?[^#\s]{1,500}$/)),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

const filters = z.array(SavedFilter).check(z.maxLength(maxSavedFilters, 'Please remove one that you do not need.'));

export const listFilters = endpoint({
  method: 'GET',
  path: '/api/staff/filters',
  who: 'staff',
  rights: 'any',
  summary: "The caller's saved searches of the staff area's lists, oldest first",
  answer: filters,
  problems: [],
});

export const setFilters = endpoint({
  method: 'PUT',
  path: '/api/staff/filters',
  who: 'staff',
  rights: 'any',
  summary: `Writes all of the caller's saved searches, at most ${maxSavedFilters}`,
  body: z.object({ filters }),
  answer: filters,
  problems: [],
});
