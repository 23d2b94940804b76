import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { changeOwner, readOwnerChange } from './change-owner.ts';

export const staffManagersApi = [
  serve(contract.getOwnerChange, ({ params }, { db, now }) => readOwnerChange(db, params.id, now())),
  serve(contract.changeOwner, ({ params, body }, request) => changeOwner({ id: params.id, ...body }, request)),
];
