import { useEffect, useState } from 'react';
import { formatTime } from '#shared/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import type { StaffArticle } from '../../staff-contract.ts';
import { Comparison } from './comparison.tsx';
import type { ArticleDraft } from './use-article-draft.ts';

/**
 * Shown when somebody else saved first: who, what differs, and which text to keep. Both texts stay among the
 * versions.
 */
export function ConflictNotice({ draft, timeZone }: { draft: ArticleDraft; timeZone: string }) {
  const { save, readTheirs, keepMine, adopt, fields } = draft;
  const [theirs, setTheirs] = useState<StaffArticle | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    readTheirs().then(setTheirs, () => setFailed(true));
  }, [readTheirs]);
  if (save.kind !== 'conflict') return null;
  return (
    <Card className="mb-5 border-danger p-5">
      <div role="alert">
        <h2 className="text-21">Two versions of this article</h2>
        <p className="mt-1 text-16">
          {save.message}
          {theirs ? ` The other version is of ${formatTime(theirs.savedAt, timeZone)}.` : ''} What you typed is kept
          here.
        </p>
      </div>
      {isFailed ? (
        <p className="mt-2 text-16 text-danger">
          The other version cannot be read right now. Please reload the page; your text stays in this browser.
        </p>
      ) : null}
      {theirs ? (
        <>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide the differences' : 'Show the differences'}
            </Button>
            <Button onClick={() => void keepMine(theirs)}>Keep mine</Button>
            <Button look="secondary" onClick={() => adopt(theirs)}>
              Take the other
            </Button>
          </div>
          {isOpen ? (
            <div className="mt-4">
              <p className="mb-3 text-16 text-ink-soft">From the other version to yours:</p>
              <Comparison before={theirs.fields} after={fields} />
            </div>
          ) : null}
        </>
      ) : null}
    </Card>
  );
}
