import { useState } from 'react';
import { Filter } from '#features/staff-frame/web/staff-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { topicNames, topics } from '../../blocks.ts';
import type { Issue } from '../../staff-contract.ts';
import { IssuePreview } from '../issue-preview.tsx';
import { SendPanel } from '../send-panel.tsx';
import { BlockList } from './block-list.tsx';
import { type SaveState, useIssueDraft } from './use-issue-draft.ts';

type View = 'write' | 'desktop' | 'phone';

const views = [
  ['write', 'Write'],
  ['desktop', 'Preview: desktop'],
  ['phone', 'Preview: phone'],
] as const;

const said: Record<SaveState, string> = {
  saved: 'All changes are saved.',
  waiting: 'Not saved yet …',
  saving: 'Saving …',
  refused: 'Not saved: please look at the fields marked below.',
  failed: '',
  overtaken: '',
};

export function IssueEditor({ issue }: { issue: Issue }) {
  const draft = useIssueDraft(issue);
  const [view, setView] = useState<View>('write');
  const { form, errors, change } = draft;

  async function show(next: View) {
    // The preview shows the server's version. When the server refuses a field, the editor stays open.
    if (next === 'write' || (await draft.save())) setView(next);
    else setView('write');
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <Filter label="View" value={view} options={views} onChange={(next) => void show(next)} />
          <p role="status" className="text-16 text-ink-soft">
            {said[draft.state] || draft.message}
          </p>
        </div>
        {draft.state === 'overtaken' ? (
          <div role="alert" className="mb-4 rounded-control border border-danger bg-danger-ground p-4">
            <p className="text-danger">{draft.message}</p>
            <Button look="secondary" className="mt-3" onClick={() => location.reload()}>
              Reload the page
            </Button>
          </div>
        ) : null}
        {view === 'write' ? (
          <div className="grid gap-5">
            <TextField
              label="Subject"
              value={form.subject}
              maxLength={150}
              onChange={(event) => change({ subject: event.target.value })}
              error={errors['subject']}
            />
            <TextField
              label="Preview line"
              help="Mail programs show it beside the subject."
              value={form.preheader}
              maxLength={200}
              onChange={(event) => change({ preheader: event.target.value })}
              error={errors['preheader']}
            />
            <fieldset>
              <legend className="mb-1 text-16 font-semibold">Goes to readers of</legend>
              <div className="flex flex-wrap gap-x-6">
                {topics.map((topic) => (
                  <label key={topic} className="flex min-h-11 cursor-pointer items-center gap-2.5">
                    <input
                      type="checkbox"
                      className="size-5"
                      checked={form.topics.includes(topic)}
                      aria-describedby={errors['topics'] ? 'topics-error' : undefined}
                      onChange={(event) =>
                        change({
                          topics: topics.filter((other) =>
                            other === topic ? event.target.checked : form.topics.includes(other),
                          ),
                        })
                      }
                    />
                    {topicNames[topic]}
                  </label>
                ))}
              </div>
              {errors['topics'] ? (
                <p id="topics-error" className="text-16 font-medium text-danger">
                  {errors['topics']}
                </p>
              ) : null}
            </fieldset>
            <BlockList
              blocks={form.blocks}
              items={issue.items}
              errors={errors}
              onChange={(update) => change((now) => ({ blocks: update(now.blocks) }))}
            />
          </div>
        ) : (
          <IssuePreview id={issue.id} version={draft.version} width={view} />
        )}
      </div>
      <SendPanel issue={issue} version={draft.version} beforeSending={draft.save} />
    </div>
  );
}
