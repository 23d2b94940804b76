import { lazy, Suspense } from 'react';
import { PictureField } from '#features/staff-frame/web/picture-field.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Block } from '../../blocks.ts';
import type { NamedItem } from '../../staff-contract.ts';
import { ItemsField } from './items-field.tsx';

const RichTextField = lazy(() => import('#web/rich-text/rich-text-field.tsx'));

interface BlockFieldsProps {
  block: Block;
  items: readonly NamedItem[];
  errorOf: (name: string) => string | undefined;
  /** Reports only the changed fields: an upload may end long after it began. */
  onChange: (changed: Partial<Block>) => void;
}

export function BlockFields({ block, items, errorOf, onChange }: BlockFieldsProps) {
  switch (block.type) {
    case 'heading':
      return (
        <TextField
          label="Heading"
          hideLabel
          placeholder="Heading"
          maxLength={150}
          value={block.text}
          onChange={(event) => onChange({ text: event.target.value })}
          error={errorOf('text')}
        />
      );
    case 'text':
      return (
        <Suspense fallback={<Spinner />}>
          <RichTextField
            id={`${block.key}-text`}
            label="Text"
            value={block.html}
            onChange={(html) => onChange({ html })}
            error={errorOf('html')}
          />
        </Suspense>
      );
    case 'picture':
      return (
        <div className="grid gap-3">
          <PictureField
            label="Picture"
            src={block.src || null}
            error={errorOf('src')}
            onChange={(src) => onChange({ src: src ?? '' })}
          />
          <TextField
            label="What it shows"
            help="For readers who do not see pictures."
            maxLength={300}
            value={block.alt}
            onChange={(event) => onChange({ alt: event.target.value })}
            error={errorOf('alt')}
          />
        </div>
      );
    case 'businesses':
    case 'articles':
      return (
        <ItemsField
          kind={block.type}
          keys={block.ids}
          items={items}
          error={errorOf('ids')}
          onChange={(ids) => onChange({ ids })}
        />
      );
    case 'events':
      return (
        <ItemsField
          kind="events"
          keys={block.times.map(({ eventId, startsAt }) => `${eventId} ${startsAt}`)}
          items={items}
          error={errorOf('times')}
          onChange={(keys) =>
            onChange({
              times: keys.map((key) => {
                const [eventId = '', startsAt = ''] = key.split(' ');
                return { eventId, startsAt };
              }),
            })
          }
        />
      );
    case 'button':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Words on the button"
            maxLength={60}
            value={block.label}
            onChange={(event) => onChange({ label: event.target.value })}
            error={errorOf('label')}
          />
          <TextField
            label="Leads to"
            help="https://… or /events"
            maxLength={500}
            value={block.url}
            onChange={(event) => onChange({ url: event.target.value })}
            error={errorOf('url')}
          />
        </div>
      );
    case 'divider':
      return <hr className="border-line" />;
  }
}
