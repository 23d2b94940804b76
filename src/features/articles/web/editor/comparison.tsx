import { Picture } from '#web/ui/picture.tsx';
import { type ArticleFields, changedFields, fieldLabels } from '../../article-fields.ts';
import { compareTexts, compareWords, type Part, paragraphsOf, type Stretch } from '../../compare-texts.ts';
import { articleCategoryLabels } from '../article-labels.ts';

interface ComparisonProps {
  before: ArticleFields;
  after: ArticleFields;
}

/** Shows field by field and word by word how two versions of an article differ. */
export function Comparison({ before, after }: ComparisonProps) {
  const changed = changedFields(before, after);
  if (changed.length === 0) return <p className="text-16 text-ink-soft">Both say the same.</p>;
  return (
    <dl className="grid gap-4">
      {changed.map((name) => (
        <div key={name}>
          <dt className="text-14 font-semibold text-ink-soft">{fieldLabels[name]}</dt>
          <dd className="mt-1 text-16 break-words">
            {name === 'content' ? (
              <Texts before={before.content} after={after.content} />
            ) : name === 'imageUrl' ? (
              <span className="flex flex-wrap gap-3">
                <Shown label="Before" src={before.imageUrl} />
                <Shown label="After" src={after.imageUrl} />
              </span>
            ) : (
              <Words parts={compareWords(written(before, name), written(after, name))} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function written(fields: ArticleFields, name: keyof ArticleFields): string {
  if (name === 'category') return articleCategoryLabels[fields.category].label;
  if (name === 'focus')
    return fields.focus ? `${fields.focus[0]} % from left, ${fields.focus[1]} % from top` : 'the middle';
  return String(fields[name] ?? '');
}

function Texts({ before, after }: { before: string; after: string }) {
  const stretches = compareTexts(paragraphsOf(before), paragraphsOf(after));
  if (!stretches.some(({ isChanged }) => isChanged)) {
    return <p className="text-ink-soft">The words are the same; bold, italic or a picture's size changed.</p>;
  }
  return (
    <div className="grid gap-3">
      {stretches.map((stretch, place) =>
        stretch.isChanged ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs have no other identity and do not move
          <p key={place} className="whitespace-pre-line">
            <Words parts={stretch.parts} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Unchanged key={place} stretch={stretch} />
        ),
      )}
    </div>
  );
}

function Unchanged({ stretch: { parts } }: { stretch: Stretch }) {
  return (
    <details className="text-ink-soft">
      <summary className="inline-flex min-h-11 items-center underline">
        {parts.length === 1 ? 'One unchanged paragraph' : `${parts.length} unchanged paragraphs`}
      </summary>
      {parts.map(({ text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <p key={place} className="mt-2">
          {text}
        </p>
      ))}
    </details>
  );
}

function Words({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, text }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (kind === 'same') return <span key={place}>{text}</span>;
    const isAdded = kind === 'added';
    const Mark = isAdded ? 'ins' : 'del';
    return (
      <Mark
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        key={place}
        className={isAdded ? 'tint-green tint-fill no-underline' : 'tint-red tint-fill line-through'}
      >
        <span className="sr-only">{isAdded ? ' [added:] ' : ' [removed:] '}</span>
        {text}
        <span className="sr-only"> [end] </span>
      </Mark>
    );
  });
}

function Shown({ label, src }: { label: string; src: string | null }) {
  return (
    <span className="block text-14 text-ink-soft">
      {label}
      {src ? (
        <Picture src={src} alt={label} sizes="10rem" className="mt-1 block h-24 w-40 rounded-control object-cover" />
      ) : (
        <span className="mt-1 block">No picture</span>
      )}
    </span>
  );
}
