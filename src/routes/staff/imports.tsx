import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ImportUpload, listImports, maxUploadBytes, uploadImport } from '#features/imports/staff-contract.ts';
import { fieldLabels } from '#features/imports/web/field-labels.ts';
import { countsText, RunBadge } from '#features/imports/web/run-card.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { RowLink, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

export function Page() {
  const list = useStaffList<ImportUpload>([listImports.path], (client, cursor) =>
    callApi(client, listImports, { query: { cursor } }),
  );
  return (
    <>
      <StaffHeading title="Imports" />
      <UploadForm />
      <Columns />
      <h2 className="mt-8 mb-2 text-21">Earlier files</h2>
      <StaffList list={list} what="imports" empty="None yet.">
        {(upload) => (
          <StaffRow>
            <span className="min-w-0 lg:flex-[2]">
              <RowLink to={`/staff/imports/${upload.id}`}>{upload.fileName}</RowLink>
              <span className="block text-14 text-ink-soft">
                <Moment at={upload.createdAt} />
                {upload.uploadedBy ? ` by ${upload.uploadedBy}` : ''}
              </span>
            </span>
            <span className="numbers min-w-0 text-ink-soft lg:flex-[3]">
              {upload.lastRun ? countsText(upload.lastRun) : 'Not imported'}
            </span>
            {upload.lastRun ? (
              <span className="flex flex-wrap items-center gap-2">
                {upload.lastRun.dryRun ? 'Trial' : 'Import'} <RunBadge run={upload.lastRun} />
              </span>
            ) : null}
          </StaffRow>
        )}
      </StaffList>
    </>
  );
}

/** A file with one made-up place, to fill in with a spreadsheet. */
const example = [
  'Name,Category,Address,Phone,Email,Website,Description,Opening hours',
  '"Fig & Ladder","Shopping","12 Oak Street","210-555-0100","hello@fig.example","https://fig.example","Ladders for every tree.","Mo-Fr 09:00-17:00"',
  '',
].join('\r\n');

function downloadExample(): void {
  const address = URL.createObjectURL(new Blob([example], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: address, download: 'example.csv' }).click();
  URL.revokeObjectURL(address);
}

/** The columns that are understood without a choice. */
function Columns() {
  return (
    <details className="mt-3 max-w-2xl text-16">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        Which columns are understood?
      </summary>
      <p>
        Only the name is required. The first line names the columns, in any order; under other names you choose what
        each one is.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {Object.entries(fieldLabels)
          .filter(([field]) => !field.startsWith('osm'))
          .map(([field, label]) => (
            <li key={field}>{label}</li>
          ))}
      </ul>
      <p className="mt-2">
        <Button look="secondary" onClick={downloadExample}>
          Download an example
        </Button>
      </p>
    </details>
  );
}

function UploadForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const file = new FormData(form).get('file');
    if (!(file instanceof File) || file.name === '') {
      setError('Please choose a file');
      form.querySelector('input')?.focus();
      return;
    }
    if (file.size > maxUploadBytes) {
      setError('This file is larger than 50 MB. Compress it with gzip, or import it in parts.');
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      // Sent as bytes without a type: the server looks at the content.
      const upload = new Blob([file]);
      const query = { fileName: file.name.slice(0, 200) };
      const { answer } = await callApi(client, uploadImport, { query, upload });
      await navigate(`/staff/imports/${answer.id}`);
    } catch (problem) {
      setError(problemMessage(problem, 'The file could not be sent. Please check the connection and try again.'));
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-2xl gap-3">
      <TextField
        label="File"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,.json,.geojson,.gz"
        help="CSV, GeoJSON or Overpass JSON, also compressed with gzip; at most 50 MB. Nothing is imported yet: first you see what is in it."
        error={error}
      />
      <p>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Uploading...' : 'Upload'}
        </Button>
      </p>
    </form>
  );
}
