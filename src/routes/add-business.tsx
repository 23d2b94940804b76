import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { emptyForm, type FormValues, sentValues } from '#features/businesses/form-values.ts';
import { submitBusiness } from '#features/businesses/owner-contract.ts';
import { BusinessFields, PlainTextFields } from '#features/businesses/web/business-fields.tsx';
import { HoursEditor } from '#features/businesses/web/hours-editor.tsx';
import { type NewPictures, NewPicturesField } from '#features/businesses/web/new-pictures.tsx';
import { sendNewPictures } from '#features/businesses/web/own-new-pictures.ts';
import { ownBusinessesQuery } from '#features/businesses/web/owner-queries.ts';
import { PlaceField } from '#features/businesses/web/place-field.tsx';
import { PropertiesField } from '#features/businesses/web/properties-field.tsx';
import { SimilarHint, useSimilar } from '#features/businesses/web/similar-hint.tsx';
import { useBusinessForm } from '#features/businesses/web/use-business-form.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { callApi } from '#web/api-client/call-api.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { NotSent } from '#web/forms/not-sent.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

/** Loaded beside the form; without a connection the form is there all the same. */
const SideNotes = lazy(() =>
  import('#features/premium/web/new-listing-notes.tsx').catch(() => ({ default: () => null })),
);

export const queries = () => [categoriesQuery, listingPropertiesQuery];

export function Page() {
  return (
    <>
      <PageHead title="Add New Business" description="Add your business to the directory." noIndex />
      <SignInGuard>{(user) => <AddBusiness userId={user.id} />}</SignInGuard>
    </>
  );
}

function AddBusiness({ userId }: { userId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [pictures, setPictures] = useState<NewPictures>({ logo: null, photos: [] });
  const form = useBusinessForm({
    form: 'add-business',
    userId,
    start: { fields: emptyForm, version: 0 },
    failed: 'Failed to create business',
    asksOnLeaving: pictures.logo !== null || pictures.photos.length > 0,
    save: async (values: FormValues) => {
      const { answer } = await callApi(client, submitBusiness, { body: sentValues(values, emptyForm) });
      await sendNewPictures(client, answer, pictures);
      return answer.version;
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ownBusinessesQuery.queryKey });
      showToast({
        title: 'Success!',
        text: "Your business has been submitted for review. You'll be notified once it's approved.",
      });
      void navigate('/dashboard');
    },
  });
  const similar = useSimilar(form.values);
  return (
    <Container className="py-8 lg:py-12">
      <h1 className="text-34 lg:text-46">Add New Business</h1>
      <p className="mt-2 max-w-[40rem] text-18">Tell people what you do and where to find you. It takes two minutes.</p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
        <Card className="h-fit p-5 sm:p-8">
          <form noValidate onSubmit={(event) => void form.submit(event)} className="grid gap-5">
            <DraftNotice draft={form.state} noun="business" onDiscard={form.discard} />
            <BusinessFields
              form={form}
              below={{ name: <SimilarHint found={similar.name} />, address: <SimilarHint found={similar.address} /> }}
            />
            <section aria-labelledby="place">
              <h2 id="place" className="mb-2 text-21">
                Where it is
              </h2>
              <PlaceField
                latitude={form.values.latitude}
                longitude={form.values.longitude}
                address={form.values.address}
                errors={form.errors}
                onChange={form.set}
              />
            </section>
            <Optional title="Opening hours">
              <HoursEditor form={form} />
            </Optional>
            <Optional title="Logo and photos">
              <NewPicturesField pictures={pictures} onChange={setPictures} />
            </Optional>
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-18 font-semibold text-link">
                Delivery, parking, wheelchair access ... (optional)
              </summary>
              <div className="mt-2">
                <PlainTextFields form={form} />
                <PropertiesField
                  category={form.values.category}
                  chosen={form.values.properties}
                  error={form.errors['properties']}
                  onChange={(properties) => form.set({ properties })}
                />
              </div>
            </details>
            <NotSent save={form.state.save} />
            <Button type="submit" size="large" disabled={form.isSaving} className="sm:justify-self-start">
              {form.isSaving ? 'Submitting...' : 'Submit for Review'}
            </Button>
          </form>
        </Card>
        <Suspense fallback={null}>
          <SideNotes />
        </Suspense>
      </div>
    </Container>
  );
}

function Optional({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-21">
        {title} <span className="text-16 font-normal text-ink-soft">(optional)</span>
      </h2>
      {children}
    </section>
  );
}
