import { foldText } from '#shared/fold-text.ts';
import { Problem } from '#shared/problem.ts';

/** @throws Problem 'invalid' when two have one name: people, imports and synonyms could not tell them apart */
export function refuseSameNames(list: readonly { name: string }[]): void {
  const names = list.map(({ name }) => foldText(name));
  const fields = Object.fromEntries(
    names.flatMap((name, at) =>
      names.indexOf(name) === at ? [] : [[`${at}.name`, 'Another one has this name'] as const],
    ),
  );
  if (Object.keys(fields).length > 0) throw new Problem('invalid', 'Please check the marked fields.', { fields });
}
