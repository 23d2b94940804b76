import { useQueryClient } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listSavedAnswers, type SavedAnswer } from '../answers-contract.ts';

export const savedAnswersQuery = (id: string) => endpointQuery(listSavedAnswers, { params: { id } });

/** Shows the list that a call answered. */
export function useTakeOverAnswers(id: string): (answers: SavedAnswer[]) => void {
  const client = useQueryClient();
  return (answers) => client.setQueryData(savedAnswersQuery(id).queryKey, answers);
}
