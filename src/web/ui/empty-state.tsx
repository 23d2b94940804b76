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
  /** More help follows: on a phone the drawing is small, so that it is seen at once. */
  isBrief?: boolean;
}

export function EmptyState({ drawing, title, text, children, level = 2, isBrief = false }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`mx-auto max-w-[30rem] px-4 text-center ${isBrief ? 'sm:py-10' : 'py-10'}`}>
      <img
        src={drawing}
        width={240}
        height={160}
        alt=""
        className={isBrief ? 'mx-auto max-sm:h-16 max-sm:w-24' : 'mx-auto'}
        onError={hide}
      />
      <Heading className={`${isBrief ? 'mt-2 sm:mt-6' : 'mt-6'} ${level === 1 ? 'text-34' : 'text-26'}`}>
        {title}
      </Heading>
      <p className="mt-2 text-ink-soft">{text}</p>
      {children ? (
        <div className={`flex flex-wrap justify-center gap-3 ${isBrief ? 'mt-3 sm:mt-6' : 'mt-6'}`}>{children}</div>
      ) : null}
    </div>
  );
}
