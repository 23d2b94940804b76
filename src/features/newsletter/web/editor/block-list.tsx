import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { Button } from '#web/ui/button.tsx';
import { type Block, type BlockType, maxBlocks } from '../../blocks.ts';
import type { NamedItem } from '../../staff-contract.ts';
import { BlockFields } from './block-fields.tsx';

const blockNames: Record<BlockType, string> = {
  heading: 'Heading',
  text: 'Text',
  picture: 'Picture',
  businesses: 'Businesses',
  events: 'Events',
  articles: 'Articles',
  button: 'Button',
  divider: 'Divider',
};

/** A block with empty fields; it may be saved like that. */
function newBlock(type: BlockType): Block {
  const key = crypto.randomUUID();
  switch (type) {
    case 'heading':
      return { type, key, text: '' };
    case 'text':
      return { type, key, html: '' };
    case 'picture':
      return { type, key, src: '', alt: '' };
    case 'businesses':
    case 'articles':
      return { type, key, ids: [] };
    case 'events':
      return { type, key, times: [] };
    case 'button':
      return { type, key, label: 'Read more', url: '/' };
    case 'divider':
      return { type, key };
  }
}

const square =
  'grid size-11 place-items-center rounded-control border border-line-strong bg-card hover:bg-ground-deep disabled:opacity-40';

interface BlockListProps {
  blocks: Block[];
  items: readonly NamedItem[];
  errors: FieldErrors;
  onChange: (update: (blocks: Block[]) => Block[]) => void;
}

export function BlockList({ blocks, items, errors, onChange }: BlockListProps) {
  const [announced, setAnnounced] = useState('');

  function move(block: Block, place: number, by: -1 | 1) {
    onChange((now) => {
      const others = now.filter(({ key }) => key !== block.key);
      return [...others.slice(0, place + by), block, ...others.slice(place + by)];
    });
    setAnnounced(`${blockNames[block.type]} is now block ${place + by + 1} of ${blocks.length}`);
    // Keeps the focus: the button moves with its block; at either end the other button gets it.
    const direction = by < 0 ? 'up' : 'down';
    requestAnimationFrame(() => {
      const button = document.getElementById(`${block.key}-${direction}`) as HTMLButtonElement | null;
      (button?.disabled ? document.getElementById(`${block.key}-${by < 0 ? 'down' : 'up'}`) : button)?.focus();
    });
  }

  function remove(block: Block, place: number) {
    onChange((now) => now.filter(({ key }) => key !== block.key));
    setAnnounced(`${blockNames[block.type]} is gone`);
    const next = blocks[place + 1] ?? blocks[place - 1];
    requestAnimationFrame(() => document.getElementById(next ? `${next.key}-block` : 'add-block')?.focus());
  }

  function add(type: BlockType) {
    const block = newBlock(type);
    onChange((now) => [...now, block]);
    setAnnounced(`${blockNames[type]} added as block ${blocks.length + 1}`);
    requestAnimationFrame(() => document.getElementById(`${block.key}-block`)?.focus());
  }

  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks" className="mb-2 text-21">
        Blocks
      </h2>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {blocks.length === 0 ? (
        <p className="mb-3 rounded-card border border-line border-dashed p-6 text-center text-ink-soft">
          Nothing here yet. Add the first block below.
        </p>
      ) : null}
      <ol className="grid gap-3">
        {blocks.map((block, place) => (
          <li
            key={block.key}
            id={`${block.key}-block`}
            tabIndex={-1}
            aria-label={`Block ${place + 1}: ${blockNames[block.type]}`}
            className="rounded-card border border-line bg-card p-4 shadow-card"
          >
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-16 font-semibold text-ink-soft">{blockNames[block.type]}</h3>
              <BlockButtons
                id={block.key}
                place={place}
                count={blocks.length}
                onMove={(by) => move(block, place, by)}
                onRemove={() => remove(block, place)}
              />
            </div>
            <BlockFields
              block={block}
              items={items}
              errorOf={(name) => errors[`blocks.${place}.${name}`]}
              onChange={(changed) =>
                // The kind stays the same: a block's fields report only fields of its own kind.
                onChange((now) =>
                  now.map((other) => (other.key === block.key ? ({ ...other, ...changed } as Block) : other)),
                )
              }
            />
          </li>
        ))}
      </ol>
      {errors['blocks'] ? <p className="mt-2 font-medium text-danger">{errors['blocks']}</p> : null}
      <fieldset id="add-block" tabIndex={-1} className="mt-4" disabled={blocks.length >= maxBlocks}>
        <legend className="mb-1.5 text-16 font-semibold">Add a block</legend>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(blockNames) as BlockType[]).map((type) => (
            <Button key={type} look="secondary" className="px-3.5" onClick={() => add(type)}>
              <Plus aria-hidden="true" size={16} />
              {blockNames[type]}
            </Button>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

interface BlockButtonsProps {
  id: string;
  place: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function BlockButtons({ id, place, count, onMove, onRemove }: BlockButtonsProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <button
        type="button"
        id={`${id}-up`}
        aria-label={`Move block ${place + 1} up`}
        disabled={place === 0}
        className={square}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden="true" size={18} />
      </button>
      <button
        type="button"
        id={`${id}-down`}
        aria-label={`Move block ${place + 1} down`}
        disabled={place === count - 1}
        className={square}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden="true" size={18} />
      </button>
      <button type="button" aria-label={`Remove block ${place + 1}`} className={square} onClick={onRemove}>
        <Trash2 aria-hidden="true" size={18} />
      </button>
    </span>
  );
}
