import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Picture as PictureData } from '#shared/picture.ts';
import { Container } from './layout.tsx';
import { Picture } from './picture.tsx';

/** The band at the top of a page: heading, a line of text, and the town's picture when the pack has one. */
export function PageHero({
  title,
  text,
  picture,
  isShort = false,
  isSlim = false,
  children,
}: {
  title: ReactNode;
  text?: string;
  picture?: PictureData | undefined;
  /** A phone shows the title and the children only: what the page lists begins on its first screen. */
  isShort?: boolean;
  /** The same, and without the title on a phone; lower on a large screen. */
  isSlim?: boolean;
  children?: ReactNode;
}) {
  return (
    // Above the content below, because lists that open in the band, such as suggestions, hang over it.
    <div className="relative isolate z-10 border-b border-line bg-ground-deep">
      {picture ? (
        <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
          <Picture {...picture} alt="" priority="high" sizes="100vw" className="dims h-full w-full object-cover" />
          <div className="page-veil absolute inset-0" />
        </div>
      ) : null}
      <Container className={isSlim ? 'py-2 lg:py-10' : isShort ? 'py-2 lg:py-16' : 'py-10 lg:py-16'}>
        <h1
          className={clsx(
            'max-w-3xl',
            isSlim ? 'max-lg:sr-only lg:text-34' : isShort ? 'text-26 lg:text-46' : 'text-34 lg:text-46',
          )}
        >
          {title}
        </h1>
        {text && !isSlim ? (
          <p className={clsx('mt-3 max-w-[40rem] text-18 text-ink lg:text-21', isShort && 'max-lg:hidden')}>{text}</p>
        ) : null}
        {children ? <div className={isSlim ? 'lg:mt-4' : isShort ? 'mt-2 lg:mt-6' : 'mt-6'}>{children}</div> : null}
      </Container>
    </div>
  );
}
