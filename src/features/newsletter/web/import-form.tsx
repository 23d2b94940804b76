import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { importSubscribers, maxImportBytes } from '../subscribers-contract.ts';

type Result = Answer<typeof importSubscribers>;

/** Imports a file of addresses: a preview first, then the import. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [result, setResult] = useState<Result | null>(null);
  const [isDone, setDone] = useState(false);
  const kept = useKeptForm({ thing: 'newsletter-import', noun: 'note' });

  async function send(form: HTMLFormElement, dry: boolean) {
    const fields = new FormData(form);
    const file = fields.get('file');
    const refused = checkFields(file, String(fields.get('note')));
    setErrors(refused);
    if (Object.keys(refused).length > 0 || !(file instanceof File)) return;
    const query = queryOf(fields, dry);
    let answer: Result | null = null;
    const failed = await run(
      async () => {
        answer = (await callApi(client, importSubscribers, { query, upload: file })).answer;
        if (!dry) kept.settle();
      },
      dry ? 'Checked: nothing is changed yet' : 'Imported',
    );
    setErrors(failed ?? {});
    setResult(answer);
    setDone(!dry && failed === null);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(event.currentTarget, result === null);
  }

  return (
    <section aria-labelledby="import" className="mb-5 rounded-card border border-line bg-card p-5 shadow-card">
      <h2 id="import" className="mb-3 text-21">
        Import addresses
      </h2>
      {isDone && result ? (
        <>
          <ResultList result={result} isDone />
          <Button look="secondary" className="mt-4" onClick={onClose}>
            Close
          </Button>
        </>
      ) : (
        <form
          ref={kept.ref}
          noValidate
          onSubmit={submit}
          onChange={() => setResult(null)}
          className="grid gap-4 sm:grid-cols-2"
        >
          {kept.notice}
          <TextField
            label="CSV file"
            name="file"
            type="file"
            accept=".csv,text/csv"
            help="With a column “email”, or one address a row. At most 2 MB."
            error={errors['file']}
          />
          <SelectField label="They get" name="topics" defaultValue="both">
            <option value="both">Business news and community events</option>
            <option value="business-news">Business news</option>
            <option value="community-events">Community events</option>
          </SelectField>
          <SelectField label="Have they agreed?" name="consent" defaultValue="ask">
            <option value="ask">Not on record: ask each one by mail first</option>
            <option value="given">Yes, as the note says</option>
          </SelectField>
          <TextArea
            label="Note"
            name="note"
            rows={2}
            maxLength={500}
            help="Where the addresses are from, and how and when these people agreed. It is kept with each of them."
            error={errors['note']}
          />
          {result ? (
            <div className="sm:col-span-2">
              <ResultList result={result} />
            </div>
          ) : null}
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            <Button type="submit" disabled={isPending || result?.added === 0}>
              {isPending ? 'Reading...' : result ? `Import ${formatNumber(result.added)}` : 'Check the file'}
            </Button>
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

const queryOf = (fields: FormData, dry: boolean) =>
  ({
    consent: fields.get('consent') === 'given' ? 'given' : 'ask',
    note: String(fields.get('note')),
    topics: String(fields.get('topics')) as 'both',
    dry: dry ? 'true' : 'false',
  }) as const;

function checkFields(file: FormDataEntryValue | null, note: string): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!(file instanceof File) || file.size === 0) errors['file'] = 'Please choose a file';
  else if (file.size > maxImportBytes) errors['file'] = 'This file is larger than 2 MB. Please split it.';
  if (note.trim().length < 10) errors['note'] = 'Say how and when these people agreed (at least 10 characters)';
  return errors;
}

function ResultList({ result, isDone = false }: { result: Result; isDone?: boolean }) {
  const lines = [
    [result.added, isDone ? 'added' : 'will be added'],
    [result.known, 'on the list already'],
    [result.repeated, 'twice in the file'],
    [result.left, 'left before: they stay out'],
    [result.suppressed, 'suppressed: they stay so'],
    [result.refusedCount, 'cannot be read'],
  ] as const;
  return (
    <div role="status">
      <ul className="grid gap-1 numbers">
        {lines
          .filter(([count], place) => count > 0 || place === 0)
          .map(([count, text]) => (
            <li key={text}>
              <strong>{formatNumber(count)}</strong> {text}
            </li>
          ))}
      </ul>
      {result.refused.length > 0 ? (
        <details className="mt-2 text-16">
          <summary className="min-h-11 cursor-pointer content-center underline">Rows that cannot be read</summary>
          <ul>
            {result.refused.map(({ line, value, reason }) => (
              <li key={line} className="break-all">
                {`Line ${line}: ${value === '' ? '(empty)' : value} – ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
