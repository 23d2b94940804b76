import { useState } from 'react';
import { Filter } from '#features/staff-frame/web/staff-parts.tsx';
import { newsletterTopics } from '#shared/newsletter-topics.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { SaveLine } from '#web/forms/save-line.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { topicNames } from '../../blocks.ts';
import type { Issue, IssueForm } from '../../staff-contract.ts';
import { IssuePreview } from '../issue-preview.tsx';
import { SendPanel } from '../send-panel.tsx';
import { BlockList } from './block-list.tsx';
import { useIssueDraft } from './use-issue-draft.ts';

type View = 'write' | 'desktop' | 'phone';

const views = [
  ['write', 'Write'],
  ['desktop', 'Preview: desktop'],
  ['phone', 'Preview: phone'],
] as const;

export function IssueEditor({ issue, userId }: { issue: Issue; userId: string }) {
  const draft = useIssueDraft(issue, userId);
  const [view, setView] = useState<View>('write');
  const { fields, errors, save, change } = draft;

  async function show(next: View) {
    // The preview shows the server's version. When the server refuses a field, the editor stays open.
    if (next === 'write' || (await draft.flush())) setView(next);
    else setView('write');
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <Filter label="View" value={view} options={views} onChange={(next) => void show(next)} />
          <SaveLine save={save} saved="All changes are saved." />
        </div>
        {save.kind === 'conflict' ? <Conflict draft={draft} message={save.message} /> : null}
        <DraftNotice draft={draft} noun="issue" />
        {view === 'write' ? (
          <div className="grid gap-5">
            <TextField
              label="Subject"
              value={fields.subject}
              maxLength={150}
              onChange={(event) => change({ subject: event.target.value })}
              error={errors['subject']}
            />
            <TextField
              label="Preview line"
              help="Mail programs show it beside the subject."
              value={fields.preheader}
              maxLength={200}
              onChange={(event) => change({ preheader: event.target.value })}
              error={errors['preheader']}
            />
            <TopicsField topics={fields.topics} error={errors['topics']} onChange={change} />
            <BlockList
              blocks={fields.blocks}
              items={issue.items}
              errors={errors}
              onChange={(update) => change((now) => ({ blocks: update(now.blocks) }))}
            />
          </div>
        ) : (
          <IssuePreview id={issue.id} version={draft.version} width={view} />
        )}
      </div>
      <SendPanel issue={issue} version={draft.version} beforeSending={draft.flush} />
    </div>
  );
}

interface TopicsFieldProps {
  topics: IssueForm['topics'];
  error: string | undefined;
  onChange: (changed: Pick<IssueForm, 'topics'>) => void;
}

function TopicsField({ topics: chosen, error, onChange }: TopicsFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-16 font-semibold">Goes to readers of</legend>
      <div className="flex flex-wrap gap-x-6">
        {newsletterTopics.map((topic) => (
          <label key={topic} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-action"
              checked={chosen.includes(topic)}
              aria-describedby={error ? 'topics-error' : undefined}
              onChange={({ target }) =>
                onChange({
                  topics: newsletterTopics.filter((other) =>
                    other === topic ? target.checked : chosen.includes(other),
                  ),
                })
              }
            />
            {topicNames[topic]}
          </label>
        ))}
      </div>
      {error ? (
        <p id="topics-error" className="text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Shown when somebody else saved first. */
function Conflict({ draft, message }: { draft: ReturnType<typeof useIssueDraft>; message: string }) {
  const [isFailed, setFailed] = useState(false);
  const decide = (act: () => Promise<unknown>) => {
    setFailed(false);
    act().catch(() => setFailed(true));
  };
  return (
    <div role="alert" className="mb-4 rounded-control border border-danger bg-danger-ground p-4">
      <p className="text-danger">{message} What you typed is kept here.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => decide(draft.keepMine)}>Keep mine</Button>
        <Button look="secondary" onClick={() => decide(draft.takeTheirs)}>
          Take the other
        </Button>
      </div>
      {isFailed ? <p className="mt-2">The other version cannot be read right now. Please try again.</p> : null}
    </div>
  );
}
