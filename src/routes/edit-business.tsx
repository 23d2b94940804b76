import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { isSignedOut, useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { formValuesOf } from '#features/businesses/form-values.ts';
import { checkEdit, editedValues } from '#features/businesses/kept-texts.ts';
import { type EditableBusiness, updateBusiness } from '#features/businesses/owner-contract.ts';
import { BusinessFields, PlainTextFields } from '#features/businesses/web/business-fields.tsx';
import { businessQuery } from '#features/businesses/web/business-queries.ts';
import { ClosuresEditor } from '#features/businesses/web/closures-editor.tsx';
import { HoursEditor } from '#features/businesses/web/hours-editor.tsx';
import { OwnBusinessAway } from '#features/businesses/web/own-business-away.tsx';
import { SaveBar } from '#features/businesses/web/own-save-bar.tsx';
import { ownBusinessesQuery, ownBusinessQuery } from '#features/businesses/web/owner-queries.ts';
import { PlaceField } from '#features/businesses/web/place-field.tsx';
import { PropertiesField } from '#features/businesses/web/properties-field.tsx';
import { SocialLinksEditor } from '#features/businesses/web/social-links-editor.tsx';
import { offerUndoOfEdit } from '#features/businesses/web/undo-edit.ts';
import { useBusinessForm } from '#features/businesses/web/use-business-form.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { callApi } from '#web/api-client/call-api.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The page is heavy, and this is its end: the form can be used before it is there. */
const PictureManager = lazy(() =>
  import('#features/businesses/web/picture-manager.tsx').catch(() => ({
    default: () => <LoadFailed message="The pictures could not be loaded" onRetry={() => window.location.reload()} />,
  })),
);

const OwnWayOut = lazy(() =>
  import('#features/managers/web/own-way-out.tsx').catch(() => ({
    default: () => (
      <LoadFailed message="The end of the page could not be loaded" onRetry={() => window.location.reload()} />
    ),
  })),
);

/** Only a listing that was not approved has a reason. */
const plainReason = ({ text }: { text: string }) => [<p key="reason">Reason: {text}</p>];
const OwnReason = lazy(() =>
  import('#features/businesses/web/own-reason.tsx').then(
    (part) => ({ default: part.OwnReason }),
    () => ({ default: plainReason }),
  ),
);

export const queries = () => [categoriesQuery, listingPropertiesQuery];

export function Page() {
  const { id = '' } = usePageParams();
  return (
    <>
      <PageHead title="Edit Business" description="Change your business's listing." noIndex />
      <SignInGuard>{(user) => <EditBusiness key={id} id={id} user={user} />}</SignInGuard>
    </>
  );
}

function EditBusiness({ id, user }: { id: string; user: CurrentUser }) {
  // The cache may hold an older version; an edit must start from the newest.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...ownBusinessQuery(id), refetchOnMount: 'always' });
  useSessionEnded(error);
  if (data && isFetchedAfterMount && (!error || isSignedOut(error))) return <EditForm business={data} user={user} />;
  return (
    <OwnBusinessAway
      error={error}
      failed="Failed to fetch business"
      loading="Loading your business..."
      onRetry={() => void refetch()}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="mb-4 text-26">{title}</h2>
      {children}
    </Card>
  );
}

function NotApproved({ reason }: { reason: string | null }) {
  return (
    <div className="rounded-control bg-danger-ground p-4">
      <p className="font-semibold text-danger">This business was not approved.</p>
      {reason ? (
        <div className="mt-1">
          <Suspense fallback={plainReason({ text: reason })}>
            <OwnReason text={reason} />
          </Suspense>
        </div>
      ) : null}
      <p className="mt-1">Change what is asked for and save: it is then reviewed again.</p>
    </div>
  );
}

const copyOf = (business: EditableBusiness) => ({ fields: formValuesOf(business), version: business.version });

function EditForm({ business, user }: { business: EditableBusiness; user: CurrentUser }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, name } = business;
  const userId = user.id;
  const isOfStaff = user.role === 'staff' && business.ownerId !== userId;
  const home = isOfStaff ? `/staff/businesses/${id}` : '/dashboard';
  const saved = useRef<EditableBusiness>(null);
  const form = useBusinessForm({
    form: `edit-business:${id}`,
    userId,
    start: copyOf(business),
    check: (values) => checkEdit(values, formValuesOf(business)),
    failed: 'Failed to update business',
    reload: async () => copyOf(await client.fetchQuery({ ...ownBusinessQuery(id), staleTime: 0 })),
    save: async (values, version) => {
      const { answer } = await callApi(client, updateBusiness, {
        params: { id },
        body: { ...editedValues(values, formValuesOf(business)), version },
      });
      void client.invalidateQueries({ queryKey: businessQuery(answer.slug).queryKey });
      saved.current = answer;
      return answer.version;
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ownBusinessQuery(id).queryKey, refetchType: 'none' });
      offerUndoOfEdit(client, business, saved.current);
      void navigate(home);
    },
  });
  return (
    <Container className="py-8 lg:py-12">
      {isOfStaff ? (
        <Link to={home} className="inline-flex min-h-11 items-center">
          Back to its staff page
        </Link>
      ) : (
        <BackToDashboard />
      )}
      <h1 className="mt-1 text-34 lg:text-46">Edit Business</h1>
      <p className="mt-1 text-18 [overflow-wrap:anywhere]">{name}</p>
      <div className="mt-8 grid gap-6">
        <form noValidate onSubmit={(event) => void form.submit(event)} className="grid gap-6">
          {form.state.clashWith === undefined ? (
            <DraftNotice draft={form.state} noun="business" onDiscard={form.discard} />
          ) : null}
          {business.status === 'rejected' ? <NotApproved reason={business.rejectionReason} /> : null}
          <Part title="Details">
            <div className="grid gap-5">
              <BusinessFields form={form} stored={business} />
            </div>
          </Part>
          <Part title="Where it is">
            <PlaceField
              latitude={form.values.latitude}
              longitude={form.values.longitude}
              address={form.values.address}
              errors={form.errors}
              onChange={form.set}
            />
          </Part>
          <Part title="Opening hours">
            <HoursEditor form={form} />
          </Part>
          <Part title="Holidays and closings">
            <ClosuresEditor form={form} />
          </Part>
          <Part title="Good to know">
            <PlainTextFields form={form} />
            <PropertiesField
              category={form.values.category}
              chosen={form.values.properties}
              error={form.errors['properties']}
              onChange={(properties) => form.set({ properties })}
            />
          </Part>
          <Part title="Social media">
            <SocialLinksEditor form={form} />
          </Part>
          {isOfStaff && business.ownerId !== null && business.status !== 'rejected' ? (
            <p>
              The owner and the managers are told by mail what you change, a minute after you save it. Those who have
              stopped such mail find it on their dashboard.
            </p>
          ) : null}
          <SaveBar form={form} stored={business} onCancel={() => void navigate(home)} />
        </form>
        <Suspense fallback={<Spinner label="Loading your pictures..." />}>
          <PictureManager business={business} />
        </Suspense>
        <Suspense fallback={null}>{business.ownerId === userId ? <OwnWayOut business={business} /> : null}</Suspense>
      </div>
    </Container>
  );
}
