import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Card } from '#web/ui/layout.tsx';
import { runSiteChecks, type SiteCheck } from '../checks-contract.ts';

const stateTexts: Record<SiteCheck['state'], string> = { right: 'Right', note: 'Good to know', wrong: 'Wrong' };
const stateLooks: Record<SiteCheck['state'], string> = {
  right: 'text-ink-soft',
  note: 'text-ink-soft',
  wrong: 'font-semibold text-danger',
};
const order: SiteCheck['state'][] = ['wrong', 'note', 'right'];

/** Checks the site's settings and machine when it is asked to. */
export function ChecksCard() {
  const client = useQueryClient();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => (await callApi(client, runSiteChecks, {})).answer,
  });
  const faults = data?.filter(({ state }) => state === 'wrong').length ?? 0;
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <div>
        <h2 id="check-up-title" className="scroll-mt-24 text-26">
          Check-up
        </h2>
        <p className="mt-1 max-w-[66ch] text-16 text-ink-soft">
          Looks at the settings, mail, backups, disk, clock, queue and payments of this site. The command{' '}
          <code>npm run doctor</code> says the same.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <SmallButton disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Checking...' : 'Check the site'}
        </SmallButton>
        <p role="status" className="text-16">
          {data
            ? faults === 0
              ? 'Nothing is wrong.'
              : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`
            : ''}
        </p>
      </div>
      {error ? (
        <p role="alert" className="text-16 text-danger">
          {problemMessage(error, 'The check-up failed. Please try again.')}
        </p>
      ) : null}
      {data ? (
        <dl className="grid max-w-[66ch] gap-3">
          {order.flatMap((wanted) =>
            data
              .filter(({ state }) => state === wanted)
              .map(({ name, state, text, page }) => (
                <div key={`${name} ${text}`}>
                  <dt className="font-semibold">
                    {name} <span className={stateLooks[state]}>· {stateTexts[state]}</span>
                  </dt>
                  <dd className="break-words text-16">
                    {text} {page === undefined ? null : <StaffLink to={page}>Look at them</StaffLink>}
                  </dd>
                </div>
              )),
          )}
        </dl>
      ) : null}
    </Card>
  );
}
