import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { approveBusiness, rejectBusiness, rejectDuplicate, type StaffBusiness } from '#features/approvals/contract.ts';
import { staffBusinessQuery } from '#features/approvals/web/approvals-queries.ts';
import { BusinessFacts, LookAlikes, SubmitterFacts } from '#features/approvals/web/business-facts.tsx';
import { DuplicateDialog, type DuplicateQuestion, duplicatesIn } from '#features/approvals/web/duplicate-dialog.tsx';
import { EditsForm } from '#features/approvals/web/edits-form.tsx';
import { RejectForm } from '#features/approvals/web/reject-form.tsx';
import { type AuditRow, listAudit } from '#features/audit/contract.ts';
import { AuditLine } from '#features/audit/web/audit-line.tsx';
import { updateBusiness } from '#features/businesses/owner-contract.ts';
import { featureBusiness, hideBusiness } from '#features/businesses/staff-contract.ts';
import { HideForm } from '#features/businesses/web/hide-form.tsx';
import { MergeForm } from '#features/businesses/web/merge-form.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { SmallButton, StaffHeading, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { usePageParams } from '#web/page-params.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Page as NotFound } from '../not-found.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  const { data: business, error, refetch } = useQuery(staffBusinessQuery(id));
  if (business) return <BusinessDesk key={business.id} business={business} />;
  if (isNotFound(error)) return <NotFound />;
  return error ? <LoadFailed message="Failed to fetch this business" onRetry={() => void refetch()} /> : <Spinner />;
}

type Mode = 'look' | 'edit' | 'reject' | 'hide' | 'merge';

function BusinessDesk({ business }: { business: StaffBusiness }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [mode, setMode] = useState<Mode>('look');
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);
  const { id, name, slug, status, version, featuredByStaff } = business;
  const params = { id };
  const back = () => setMode('look');

  const ask = (ids: string[], action: string, onConfirm: () => void) =>
    setDuplicate({
      business,
      ids,
      action,
      onConfirm,
      onReject: status === 'pending' ? (of) => void rejectAsDuplicate(of) : undefined,
    });
  const approve = async (confirm?: string[]) => {
    const again = (ids: string[]) => ask(ids, 'Approve all the same', () => void approve(ids));
    const known = business.lookAlikes.filter(({ isDuplicate }) => isDuplicate).map((other) => other.id);
    if (confirm === undefined && known.length > 0) return again(known);
    const act = () => callApi(client, approveBusiness, { params, body: { version, confirm } });
    const duplicates = duplicatesIn(await run(act, `${name} is approved`));
    if (duplicates) again(duplicates);
  };
  const rejectAsDuplicate = (of: string) =>
    run(
      () => callApi(client, rejectDuplicate, { params, body: { version, of } }),
      `${name} is rejected as a duplicate`,
    );
  const reject = async (reason: string) => {
    await run(() => callApi(client, rejectBusiness, { params, body: { version, reason } }), `${name} is rejected`);
    back();
  };
  const feature = () =>
    void run(
      () => callApi(client, featureBusiness, { params, body: { featured: !featuredByStaff } }),
      featuredByStaff ? 'Not featured any more' : 'Featured',
    );
  const hide = async (reason: string) => {
    const act = () => callApi(client, hideBusiness, { params, body: { hidden: true, reason } });
    if ((await run(act, business.owner ? 'Hidden, and its owner is told' : 'Hidden')) === null) back();
  };
  const unhide = async (confirm?: string[]) => {
    const act = () => callApi(client, hideBusiness, { params, body: { hidden: false, confirm } });
    const duplicates = duplicatesIn(await run(act, 'Shown again'));
    if (duplicates) ask(duplicates, 'Show all the same', () => void unhide(duplicates));
  };
  return (
    <>
      {duplicate ? <DuplicateDialog question={duplicate} onClose={() => setDuplicate(null)} /> : null}
      <StaffHeading title={name}>
        <StatusBadge status={status} />
      </StaffHeading>
      {business.rejectionReason ? <p className="mb-3 text-16">Rejected: {business.rejectionReason}</p> : null}
      <div className="mb-5 flex flex-wrap gap-2">
        {status === 'pending' || status === 'rejected' ? (
          <SmallButton look="primary" disabled={isPending} onClick={() => void approve()}>
            Approve
          </SmallButton>
        ) : null}
        {status === 'pending' ? <SmallButton onClick={() => setMode('reject')}>Reject</SmallButton> : null}
        <SmallButton onClick={() => setMode('edit')}>Edit</SmallButton>
        <Link to={`/edit-business/${id}`} className={buttonClass('secondary')}>
          Photos and hours
        </Link>
        <SmallButton disabled={isPending} onClick={feature}>
          {featuredByStaff ? 'Unfeature' : 'Feature'}
        </SmallButton>
        {status === 'approved' ? <SmallButton onClick={() => setMode('hide')}>Hide</SmallButton> : null}
        {status === 'hidden' ? (
          <SmallButton disabled={isPending} onClick={() => void unhide()}>
            Unhide
          </SmallButton>
        ) : null}
        <SmallButton onClick={() => setMode('merge')}>Merge</SmallButton>
        {status === 'approved' ? (
          <Link to={`/business/${slug}`} className={buttonClass('quiet')}>
            View page
          </Link>
        ) : null}
      </div>
      <div className="grid gap-6">
        {mode === 'edit' ? (
          <EditsForm
            business={business}
            isPending={isPending}
            label="Save"
            onSubmit={async (edits) => {
              const body = { ...edits, version };
              const refused = await run(() => callApi(client, updateBusiness, { params, body }), 'Saved');
              if (refused === null) back();
              return refused;
            }}
            onCancel={back}
          />
        ) : (
          <BusinessFacts business={business} />
        )}
        {mode === 'reject' ? <RejectForm onReject={(reason) => void reject(reason)} onCancel={back} /> : null}
        {mode === 'hide' && status === 'approved' ? (
          <HideForm
            hasOwner={business.owner !== null}
            isPending={isPending}
            onHide={(reason) => void hide(reason)}
            onCancel={back}
          />
        ) : null}
        {mode === 'merge' ? (
          <Part title="Merge into another business">
            <MergeForm business={business} />
          </Part>
        ) : null}
        <Part title="Owner">
          <p className="text-16">
            {business.owner ? (
              <>
                <Link to={`/staff/people/${business.owner.id}`}>{business.owner.username}</Link> ·{' '}
                <a href={`mailto:${business.owner.email}`}>{business.owner.email}</a>
              </>
            ) : (
              'Nobody has claimed it.'
            )}
          </p>
        </Part>
        <Part title="Sent in by">
          <SubmitterFacts submitter={business.submitter} />
        </Part>
        <Part title="Looks like">
          <LookAlikes business={business} onReject={isPending ? undefined : (of) => void rejectAsDuplicate(of)} />
        </Part>
        <Part title="History">
          <History id={id} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-21">{title}</h2>
      {children}
    </section>
  );
}

function History({ id }: { id: string }) {
  const list = useStaffList<AuditRow>([listAudit.path, { subject: id }], (client, cursor) =>
    callApi(client, listAudit, { query: { subject: id, cursor } }),
  );
  return (
    <StaffList list={list} what="the history" empty="Nothing has happened to it yet.">
      {(row) => <AuditLine row={row} />}
    </StaffList>
  );
}
