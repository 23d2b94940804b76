import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { putStaffCategories, readStaffCategories, resetStaffCategories } from './categories.ts';
import { putStaffProperties, readStaffProperties, resetStaffProperties } from './properties.ts';

export const listingChoicesApi = [
  serve(contract.getStaffCategories, (_, request) => readStaffCategories(request)),
  serve(contract.putStaffCategories, async ({ body }, request) => {
    await putStaffCategories(body, request);
    return readStaffCategories(request);
  }),
  serve(contract.resetStaffCategories, async ({ query }, request) => {
    await resetStaffCategories(query, request);
    return readStaffCategories(request);
  }),
  serve(contract.getStaffProperties, (_, request) => readStaffProperties(request)),
  serve(contract.putStaffProperties, async ({ body }, request) => {
    await putStaffProperties(body, request);
    return readStaffProperties(request);
  }),
  serve(contract.resetStaffProperties, async ({ query }, request) => {
    await resetStaffProperties(query, request);
    return readStaffProperties(request);
  }),
];
