import type { ReactNode, SyntheticEvent } from 'react';

/** Hides a picture that fails to load, so that the words stand alone without a connection. */
const hide = (event: SyntheticEvent<HTMLElement>) => {
  event.currentTarget.hidden = true;
};

interface EmptyStateProps {
  /** A drawing, 240 by 160 px. */
  drawing: string;
  title: string;
  text: string;
  /** One useful next step. */
  children?: ReactNode;
  /** The page's own heading when the empty state is the whole page. */
  level?: 1 | 2;
}

export function EmptyState({ drawing, title, text, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto max-w-[30rem] px-4 py-10 text-center">
      <img src={drawing} width={240} height={160} alt="" className="mx-auto" onError={hide} />
      <Heading className={level === 1 ? 'mt-6 text-34' : 'mt-6 text-26'}>{title}</Heading>
      <p className="mt-2 text-ink-soft">{text}</p>
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </div>
  );
}
