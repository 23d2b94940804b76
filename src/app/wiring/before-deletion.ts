/** The work of features before an account is deleted, in the deletion's transaction and in this order. */
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import { forgetBilling } from '#features/billing/server/forget-customer.ts';
import { withdrawAllClaims } from '#features/claims/server/withdraw-all-claims.ts';
import { erasePerson } from '#features/leaving/server/erase-person.ts';
import { tellManagers } from '#features/managers/server/tell-managers.ts';

export const beforeDeletion: readonly BeforeDeletion[] = [tellManagers, withdrawAllClaims, forgetBilling, erasePerson];
