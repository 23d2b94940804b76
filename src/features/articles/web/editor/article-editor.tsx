import { type ReactNode, useId, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { articleCategories } from '#shared/city.ts';
import { formatTime } from '#shared/dates.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { SaveLine } from '#web/forms/save-line.tsx';
import RichTextField from '#web/rich-text/rich-text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import type { ArticleFields } from '../../article-fields.ts';
import type { StaffArticle } from '../../staff-contract.ts';
import { articleCategoryLabels } from '../article-labels.ts';
import { AddressPanel } from './address-panel.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { useArticleDraft } from './use-article-draft.ts';
import { VersionsPanel } from './versions-panel.tsx';

interface ArticleEditorProps {
  id: string;
  userId: string;
  /** Null for a new article. */
  stored: StaffArticle | null;
}

const textId = 'article-text';

/** Focuses the first refused field, in the order of the page. */
function focusRefused(refused: Record<string, string>) {
  const first = ['title', 'excerpt', 'content', 'imageAlt', 'imageCaption', 'author'].find((name) => name in refused);
  if (first === undefined) return;
  const element = first === 'content' ? document.getElementById(textId) : document.getElementsByName(first)[0];
  requestAnimationFrame(() => element?.focus());
}

export function ArticleEditor({ id, userId, stored }: ArticleEditorProps) {
  const { timeZone } = useCity();
  const draft = useArticleDraft({ id, userId, stored });
  const [showVersions, setShowVersions] = useState(false);
  const { fields, status, save } = draft;

  return (
    <>
      <StaffHeading title={fields.title || (status ? 'Untitled' : 'New article')}>
        <SaveLine
          save={save}
          saved={status ? `Saved ${formatTime(status.savedAt, timeZone)}` : 'Nothing written yet'}
        />
      </StaffHeading>
      {save.kind === 'conflict' ? <ConflictNotice key={save.message} draft={draft} timeZone={timeZone} /> : null}
      <DraftNotice draft={draft} noun="article" />
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
        <TextFields draft={draft} />
        <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Panel title="Publishing">
            <PublishPanel draft={draft} onRefused={focusRefused} />
          </Panel>
          {status ? (
            <Panel title="Preview">
              <PreviewPanel id={id} isSaved={save.kind === 'saved'} />
            </Panel>
          ) : null}
          <Panel title="Picture">
            <PicturePanel draft={draft} />
          </Panel>
          <Panel title="About">
            <AboutFields draft={draft} />
          </Panel>
        </div>
        <div className="grid gap-4">
          {status ? (
            <Panel title="Versions">
              <Button look="secondary" aria-expanded={showVersions} onClick={() => setShowVersions(!showVersions)}>
                {showVersions ? 'Hide versions' : 'Show versions'}
              </Button>
              {showVersions ? (
                <div className="mt-3">
                  <VersionsPanel draft={draft} status={status} />
                </div>
              ) : null}
            </Panel>
          ) : null}
          {status ? (
            <Panel title="Delete">
              <DeletePanel draft={draft} status={status} />
            </Panel>
          ) : null}
        </div>
      </div>
    </>
  );
}

interface FieldsProps {
  draft: ReturnType<typeof useArticleDraft>;
}

function TextFields({ draft: { fields, errors, change } }: FieldsProps) {
  return (
    <div className="grid gap-5">
      <TextField
        label="Title"
        name="title"
        maxLength={200}
        value={fields.title}
        error={errors.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Excerpt"
        name="excerpt"
        rows={3}
        maxLength={500}
        help="One or two sentences for the list of news and for search engines."
        value={fields.excerpt}
        error={errors.excerpt}
        onChange={(event) => change({ excerpt: event.target.value })}
      />
      <RichTextField
        id={textId}
        label="Text"
        allowImages
        value={fields.content}
        error={errors.content}
        onChange={(content) => change({ content })}
      />
    </div>
  );
}

function AboutFields({ draft: { fields, status, errors, change, setStatus } }: FieldsProps) {
  return (
    <div className="grid gap-4">
      <SelectField
        label="Category"
        value={fields.category}
        onChange={(event) => change({ category: event.target.value as ArticleFields['category'] })}
      >
        {articleCategories.map((category) => (
          <option key={category} value={category}>
            {articleCategoryLabels[category].label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Author"
        name="author"
        maxLength={80}
        help="Shown under the title. May stay empty."
        value={fields.author}
        error={errors.author}
        onChange={(event) => change({ author: event.target.value })}
      />
      {status ? <AddressPanel status={status} onChange={setStatus} /> : null}
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-card p-4">
      <h2 id={id} className="mb-3 text-18">
        {title}
      </h2>
      {children}
    </section>
  );
}
