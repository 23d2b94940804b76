/** The open editor of one draft of the newsletter. */
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { getIssue, type Issue, IssueForm, saveIssue } from '../../staff-contract.ts';
import { issueQuery } from '../issue-queries.ts';

const pauseMs = 1200;

export function useIssueDraft(issue: Issue, userId: string) {
  const client = useQueryClient();
  const { id } = issue;
  const { queryKey } = issueQuery(id);
  const { draft, ...state } = useDraft<IssueForm>({
    ...{ userId, thing: `issue:${id}`, noun: 'issue', schema: IssueForm, autosaveMs: pauseMs },
    start: copyOf(issue),
    check: (fields) => {
      const { error } = z.safeParse(IssueForm, fields);
      return error ? errorsByField(error) : {};
    },
    save: async (fields, version) => {
      const { answer } = await callApi(client, saveIssue, { params: { id }, body: { ...fields, version } });
      client.setQueryData(queryKey, answer);
      return answer.version;
    },
  });
  const readTheirs = async () => (await callApi(client, getIssue, { params: { id } })).answer;

  return {
    ...state,
    /** Returns whether all changes are saved. */
    flush: () => draft.flush(),
    change: draft.change.bind(draft),
    /** Saves this editor's text over somebody else's. */
    keepMine: async () => draft.keepMine(copyOf(await readTheirs())),
    takeTheirs: async () => {
      const theirs = await readTheirs();
      draft.adopt(copyOf(theirs));
      client.setQueryData(queryKey, theirs);
    },
  };
}

const copyOf = ({ subject, preheader, topics, blocks, version }: Issue) => ({
  fields: { subject, preheader, topics, blocks },
  version,
});
