import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { staffFilters } from '#server/db/schema/index.ts';
import { serve } from '#server/http/serve.ts';
import { listFilters, type SavedFilter, setFilters } from '../contract.ts';

export const savedFiltersApi = [
  serve(listFilters, async (_, { db, user }) => {
    const [row] = await db
      .select({ filters: staffFilters.filters })
      .from(staffFilters)
      .where(eq(staffFilters.userId, requireUser(user).id));
    return (row?.filters ?? []) as SavedFilter[];
  }),
  serve(setFilters, async ({ body: { filters } }, { db, user }) => {
    const values = { userId: requireUser(user).id, filters };
    await db.insert(staffFilters).values(values).onConflictDoUpdate({ target: staffFilters.userId, set: { filters } });
    return filters;
  }),
];
