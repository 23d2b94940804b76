import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { categories } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { ListingForm } from '../business-form.ts';
import { insertBusiness } from './insert-business.ts';
import { joinsOthers } from './many-submissions.ts';
import { mailReceived } from './received-letter.ts';
import { retryTakenSlug } from './retry-taken-slug.ts';
import { tellStaff } from './tell-staff.ts';

/**
 * A new business of the signed-in user: pending until staff have looked at it, who are told by mail, as its owner is: of many in a
 * short time, of several at once. Answers its id.
 * @throws Problem 'signed_out', 'invalid' (no such category)
 */
export async function submitBusiness(
  form: ListingForm,
  { db, user, city, env, now }: Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>,
): Promise<string> {
  const owner = requireUser(user);
  return retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const { name, description, address } = form;
      const at = now();
      const row = await insertBusiness(tx, form, {
        ...{ city, by: 'owner', status: 'pending', ownerId: owner.id, submittedById: owner.id },
        ...{ createdAt: at, updatedAt: at },
      });
      const [category] = await tx
        .select({ name: categories.name })
        .from(categories)
        .where(eq(categories.id, row.categoryId));
      await writeAudit(tx, {
        actorId: owner.id,
        action: 'business.submitted',
        subjectType: 'business',
        subjectId: row.id,
        data: { name, address },
      });
      if (await joinsOthers(tx, owner, row.id, at)) return row.id;
      await tellStaff(
        tx,
        {
          ...{ id: row.id, name, address, description, categoryName: category?.name ?? '' },
          ...{ submittedBy: owner, isAgain: false },
        },
        { city, env },
      );
      await mailReceived(tx, owner, name, { city, env });
      return row.id;
    }),
  );
}
