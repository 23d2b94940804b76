import { requireUser } from '#features/accounts/server/current-user.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../contract.ts';
import { findAnything } from './find-anything.ts';

export const findApi = [
  serve(contract.findAnything, ({ query }, { db, user }) => findAnything(db, query.text, requireUser(user).rights)),
];
