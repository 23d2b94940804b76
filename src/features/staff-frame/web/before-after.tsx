import { clsx } from 'clsx';
import { emptyWords } from '#shared/empty-words.ts';

interface SideProps {
  /** The name of the field, for the words of an empty value. */
  field: string;
  text: string;
  className?: string;
  /** Screen readers hear it before the text, where nothing on the screen says so. */
  said?: string;
}

const box = 'block min-w-0 break-words whitespace-pre-line';

/** A value before a change. Words about an empty one are not struck out: nothing of them is taken away. */
export function Before({ field, text, className, said }: SideProps) {
  const Tag = text === '' ? 'span' : 'del';
  return (
    <Tag className={clsx(box, 'text-ink-soft', text === '' && 'italic', className)}>
      {said ? <span className="sr-only">{said}</span> : null}
      {text || emptyWords(field).was}
    </Tag>
  );
}

interface AfterProps extends SideProps {
  /** Somebody asks for the change, and nothing is changed yet. */
  isWanted?: boolean;
}

/** A value after a change. */
export function After({ field, text, className, said, isWanted = false }: AfterProps) {
  const Tag = text === '' ? 'span' : 'ins';
  return (
    <Tag className={clsx(box, 'no-underline', text === '' && 'text-ink-soft italic', className)}>
      {said ? <span className="sr-only">{said}</span> : null}
      {text || emptyWords(field)[isWanted ? 'wanted' : 'now']}
    </Tag>
  );
}
