import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { TextField } from '#web/ui/field.tsx';
import { type ArticleStatus, changeArticleSlug } from '../../staff-contract.ts';

interface AddressPanelProps {
  status: ArticleStatus;
  onChange: (status: ArticleStatus) => void;
}

/** The article's address. It follows the title until staff choose one here or publish the article. */
export function AddressPanel({ status, onChange }: AddressPanelProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const kept = useKept({ thing: `address:${status.id}`, noun: 'address' }, status.slug, status.slug);
  const slug = kept.value;
  const [error, setError] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const refused = await run(async () => {
      const { answer } = await callApi(client, changeArticleSlug, { params: { id: status.id }, body: { slug } });
      kept.settle(answer.slug);
      onChange(answer);
    }, 'The address is changed');
    setError(refused?.slug ?? '');
  }

  const help = status.firstLiveAt
    ? 'The former address will lead here.'
    : status.slugFixed
      ? 'It stays as it is when the title changes.'
      : 'Made from the title, until you choose one or publish.';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
      {kept.notice}
      <TextField
        label="Address: /news/…"
        value={slug}
        help={help}
        error={error || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => kept.set(target.value)}
      />
      {slug === status.slug ? null : (
        <SmallButton type="submit" disabled={isPending} className="justify-self-start">
          Change address
        </SmallButton>
      )}
    </form>
  );
}
