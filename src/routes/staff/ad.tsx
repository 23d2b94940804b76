import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clickRate, countText } from '#features/ads/ad-state.ts';
import {
  type AdForm,
  createAd,
  deleteAd,
  getStaffAd,
  pauseAd,
  type StaffAdDetail,
  updateAd,
} from '#features/ads/staff-contract.ts';
import { AdEditor, RemoveAd } from '#features/ads/web/ad-form.tsx';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { SmallButton, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatShortDate } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { BarChart, NumbersTable } from '#web/ui/bar-chart.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AdBadge, period } from './ads.tsx';

const newAd: AdForm = {
  slot: 'banner',
  title: '',
  text: '',
  label: '',
  url: '',
  imageUrl: null,
  imageAlt: '',
  weight: 1,
  startsOn: null,
  endsOn: null,
};

export function Page() {
  const { id = '' } = usePageParams();
  return id === 'new' ? <NewAd /> : <OldAd key={id} id={id} />;
}

function NewAd() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, refusal, run } = useStaffAction();

  async function save(body: AdForm, _: number, sent: () => void) {
    let id = '';
    const refused = await run(async () => {
      id = (await callApi(client, createAd, { body })).answer.id;
      sent();
    }, 'The ad is placed');
    if (refused === null) await navigate(`/staff/ads/${id}`, { replace: true });
    return refused;
  }
  return (
    <>
      <StaffHeading title="Place an ad" />
      <AdEditor
        id="new"
        ad={newAd}
        version={null}
        save="Place it"
        isPending={isPending}
        refusal={refusal}
        onSave={save}
      />
    </>
  );
}

function OldAd({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(endpointQuery(getStaffAd, { params: { id } }));
  if (data) return <AdDesk ad={data} />;
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this ad." onRetry={() => void refetch()} /> : <Spinner />;
}

/** The call's body wraps the form, so field names in its errors have a prefix. */
const withoutPrefix = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^ad\./, ''), text]));

function AdDesk({ ad }: { ad: StaffAdDetail }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, refusal, run } = useStaffAction();
  const { id, version, active, state, days } = ad;
  const params = { id };

  async function save(form: AdForm, over: number, sent: () => void) {
    const act = () => callApi(client, updateAd, { params, body: { ad: form, version: over } }).then(sent);
    const refused = await run(act, 'Saved');
    return refused && withoutPrefix(refused);
  }
  async function remove() {
    await navigate('/staff/ads', { replace: true });
    await run(() => callApi(client, deleteAd, { params }), `${ad.title} is removed`);
  }
  const { slot, title, text, label, url, imageUrl, imageAlt, weight, startsOn, endsOn } = ad;
  const form = { slot, title, text, label, url, imageUrl, imageAlt, weight, startsOn, endsOn };
  const noonOf = (day: string) => `${day}T12:00:00Z`;
  return (
    <>
      <StaffHeading title={ad.title}>
        <span className="flex flex-wrap items-center gap-2">
          <AdBadge state={state} />
          {state === 'ended' ? null : (
            <SmallButton
              disabled={isPending}
              onClick={() =>
                void run(
                  () => callApi(client, pauseAd, { params, body: { active: !active } }),
                  active ? 'Paused' : 'Back on the page',
                )
              }
            >
              {active ? 'Pause' : 'Resume'}
            </SmallButton>
          )}
          <RemoveAd isPending={isPending} onRemove={() => void remove()} />
        </span>
      </StaffHeading>
      <p className="mb-4 text-16 text-ink-soft">
        <Link to="/staff/ads">All ads</Link> · {period(ad)}
      </p>
      <AdEditor id={id} ad={form} version={version} save="Save" isPending={isPending} refusal={refusal} onSave={save} />
      <section aria-labelledby="counts" className="mt-10">
        <h2 id="counts" className="text-21">
          Views and clicks
        </h2>
        <p className="mt-1 mb-4 text-16">
          In all {countText(ad.views, 'view')} and {countText(ad.clicks, 'click')}
          {clickRate(ad) ? `: ${clickRate(ad)} of those who saw it came.` : '.'}
        </p>
        <BarChart
          caption="Views a day, last 30 days"
          bars={days.map(({ day, views }) => {
            const label = formatShortDate(noonOf(day), 'UTC');
            return { label, name: label, value: views };
          })}
        />
        <NumbersTable
          summary="The numbers as a table"
          columns={['Day', 'Views', 'Clicks', 'Rate']}
          rows={days
            .toReversed()
            .map((row) => ({ name: row.day, values: [row.views, row.clicks, clickRate(row) ?? '–'] }))}
        />
      </section>
    </>
  );
}
