import { requireUser } from '#features/accounts/server/current-user.ts';
import { answerPage } from '#server/http/list-page.ts';
import { serve } from '#server/http/serve.ts';
import * as staff from '../staff-suggestion-contract.ts';
import * as contract from '../suggestion-contract.ts';
import { changeSuggestion, endSuggestion, readSent, removeSuggestion } from './change-suggestion.ts';
import { listBusinessEvents } from './list-business-events.ts';
import { ownSuggestions } from './own-suggestions.ts';
import { readStaffEvent } from './read-staff-event.ts';
import { getSuggestion, listSuggestions } from './read-suggestions.ts';
import { approveSuggestion, rejectSuggestion } from './staff-suggestions.ts';
import { confirmSuggestion, findSuggestion, suggestEvent } from './suggest-event.ts';

const size = 50;

export const suggestionsApi = [
  serve(contract.suggestEvent, async ({ body }, request) => {
    const token = await suggestEvent(body, request);
    return { token, message: token === null ? contract.suggestionSentMessage : contract.suggestionConfirmedMessage };
  }),
  serve(contract.listOwnSuggestions, (_, { db, user, now }) => ownSuggestions(db, requireUser(user), now())),
  serve(contract.getSuggestion, async ({ query }, { db, setHeader }) => {
    setHeader('Cache-Control', 'no-store');
    return findSuggestion(db, query.token);
  }),
  serve(contract.confirmSuggestion, async ({ body }, request) => {
    await confirmSuggestion(body.token, request);
    return { message: contract.suggestionConfirmedMessage };
  }),
  serve(contract.getSentSuggestion, async ({ query }, request) => {
    request.setHeader('Cache-Control', 'no-store');
    return readSent(query.token, request);
  }),
  serve(contract.changeSuggestion, ({ body }, request) => changeSuggestion(body, request)),
  serve(contract.removeSuggestion, ({ body }, request) => removeSuggestion(body.token, request)),
  serve(contract.endSuggestion, ({ body }, request) => endSuggestion(body, request)),
  serve(staff.listBusinessEvents, ({ params }, { db, now }) => listBusinessEvents(db, params.id, now())),
  serve(staff.listSuggestions, async ({ query: { search, cursor } }, { db, city, setHeader }) => {
    const rows = await listSuggestions(db, { search, cursor, limit: size + 1, timeZone: city.facts.timeZone });
    return answerPage(rows, { path: staff.listSuggestions.path, query: { search }, size, setHeader });
  }),
  serve(staff.getStaffSuggestion, ({ params }, { db, city }) => getSuggestion(db, params.id, city.facts.timeZone)),
  serve(staff.approveSuggestion, async ({ params, body }, request) => {
    const id = await approveSuggestion({ id: params.id, form: body.event, seen: body.seen }, request);
    return readStaffEvent(request.db, id, request.now(), request.city.facts.timeZone);
  }),
  serve(staff.rejectSuggestion, async ({ params, body }, request) => {
    await rejectSuggestion(params.id, body.reason, request);
    return getSuggestion(request.db, params.id, request.city.facts.timeZone);
  }),
];
