import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { getImport, type ImportUploadDetail, startImportRun } from '#features/imports/staff-contract.ts';
import { ColumnMapping } from '#features/imports/web/column-mapping.tsx';
import { EarlierRuns } from '#features/imports/web/earlier-runs.tsx';
import { isOpen, pollMs, RunCard } from '#features/imports/web/run-card.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const kinds = { csv: 'Table (CSV)', geojson: 'GeoJSON', overpass: 'Overpass JSON' };

/** '12 kB', '3.4 MB' */
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function Page() {
  const { id = '' } = usePageParams();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? pollMs : false),
  });
  if (data) return <ImportDesk key={id} file={data} />;
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this import." onRetry={() => void refetch()} /> : <Spinner />;
}

function ImportDesk({ file }: { file: ImportUploadDetail }) {
  const [newest, ...earlier] = file.runs;
  return (
    <>
      <StaffHeading title={file.fileName} />
      <p className="text-16 text-ink-soft">
        <Link to="/staff/imports">All imports</Link> · {kinds[file.kind]} · {sizeText(file.sizeBytes)} ·{' '}
        <Moment at={file.createdAt} />
      </p>
      {file.notes.map((note) => (
        <p key={note} className="mt-2 text-16">
          {note}
        </p>
      ))}
      {newest ? (
        <section aria-labelledby="newest" className="mt-6">
          <h2 id="newest" tabIndex={-1} className="sr-only">
            Newest run
          </h2>
          <RunCard key={newest.id} id={newest.id} />
        </section>
      ) : null}
      {file.isFileThere ? (
        <StartForm file={file} isBusy={newest !== undefined && isOpen(newest)} />
      ) : (
        <p className="mt-6 text-16">The file is not kept any more. Upload it again to import it once more.</p>
      )}
      <EarlierRuns runs={earlier} />
    </>
  );
}

function StartForm({ file, isBusy }: { file: ImportUploadDetail; isBusy: boolean }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const [fields, setFields] = useState(() => file.columns.map(({ field }) => field));
  const [category, setCategory] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});

  async function start(dryRun: boolean) {
    const body = { dryRun, category: category || null, fields };
    const act = () => callApi(client, startImportRun, { params: { id: file.id }, body });
    const refused = await run(act, dryRun ? 'The trial has begun' : 'The import has begun');
    setErrors(refused ?? {});
    // The result stands above the form, which may be long.
    if (refused === null) requestAnimationFrame(() => document.getElementById('newest')?.focus());
  }
  const isOff = isPending || isBusy;
  return (
    <section aria-labelledby="start" className="mt-8 grid gap-6">
      <h2 id="start" className="sr-only">
        What to import
      </h2>
      {file.kind === 'overpass' ? (
        <p className="text-16">
          OpenStreetMap's own tags are understood as they are: shops, restaurants, doctors and the like are imported,
          streets and benches are skipped.
        </p>
      ) : (
        <ColumnMapping columns={file.columns} fields={fields} error={errors.fields} onChange={setFields} />
      )}
      <div className="max-w-md">
        <SelectField
          label="Category of rows without a known one"
          value={category}
          error={errors.category}
          onChange={({ target }) => setCategory(target.value)}
        >
          <option value="">{categories.some(({ slug }) => slug === 'other') ? 'Other' : 'Please choose'}</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" disabled={isOff} onClick={() => void start(true)}>
          Try it
        </Button>
        <Button disabled={isOff} onClick={() => void start(false)}>
          Import
        </Button>
        <p className="text-14 text-ink-soft">A trial says what would happen and writes nothing.</p>
      </div>
    </section>
  );
}
