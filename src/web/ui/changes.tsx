import type { Change } from '#shared/list-changes.ts';

/** A value of before and of now; an empty one was not there. */
export function Changed({ from, to }: { from: string; to: string }) {
  if (from === '') return <>{to} (none before)</>;
  if (to === '') return <>none now (was {from})</>;
  return (
    <>
      <del className="text-ink-soft">{from}</del> <span aria-hidden="true">→</span>{' '}
      <ins className="no-underline">{to}</ins>
    </>
  );
}

/** One line a change, for a list that holds others, too. */
export function ChangeLines({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <li>Nothing differed.</li>;
  return changes.map(({ text, from = '', to }) => (
    <li key={`${text} ${from}`}>
      {text}
      {to === undefined ? null : (
        <>
          {text === '' ? '' : ': '}
          <Changed from={from} to={to} />
        </>
      )}
    </li>
  ));
}

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className="my-1 grid gap-0.5 wrap-anywhere">
      <ChangeLines changes={changes} />
    </ul>
  );
}
