import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { Container } from '#web/ui/layout.tsx';
import { menuPageOf } from '../staff-pages.ts';

export interface StaffPageLink {
  to: string;
  label: string;
  /** The number of waiting entries; 0 shows nothing. */
  waiting?: number;
}

const entryClass =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-3 px-3 text-16 text-ink no-underline hover:bg-ground-deep md:gap-1 md:px-2';
const markClass = (isCurrent: boolean) => (isCurrent ? 'border-action font-semibold' : 'border-transparent');

/** The staff area's navigation in one row. A phone's row is moved by a finger; on wider screens what does not fit stands below "More". */
export function StaffMenu({ links }: { links: readonly StaffPageLink[] }) {
  const row = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const current = menuPageOf(pathname);
  const fitting = useFitting(row, links, current);
  useEffect(() => {
    const marked = row.current?.querySelector<HTMLElement>(`[href="${current}"]`);
    if (!row.current || !marked) return;
    row.current.scrollLeft = marked.offsetLeft - (row.current.clientWidth - marked.offsetWidth) / 2;
  }, [current]);
  const entry = (link: StaffPageLink, className: string) => (
    <Link
      key={link.to}
      to={link.to}
      aria-current={link.to === current ? (link.to === pathname ? 'page' : 'true') : undefined}
      className={clsx(className, markClass(link.to === current))}
    >
      <MenuWords {...link} />
    </Link>
  );
  const rest = links.slice(fitting);
  return (
    <nav id="inner-menu" aria-label="Staff" className="border-line border-b bg-card">
      <Container className="relative flex">
        {/* Links of a second line are there to be measured; nobody sees or reaches them. */}
        <div
          ref={row}
          className="relative flex min-w-0 grow gap-x-1 max-md:overflow-x-auto md:h-11 md:flex-wrap md:gap-x-0 md:overflow-hidden"
        >
          {links.map((link, at) => entry(link, clsx(entryClass, '-outline-offset-3', at >= fitting && 'invisible')))}
        </div>
        {rest.length > 0 ? (
          <More current={rest.find(({ to }) => to === current)?.label}>
            {rest.map((link) => entry(link, clsx(entryClass, 'w-full')))}
          </More>
        ) : null}
      </Container>
    </nav>
  );
}

function MenuWords({ label, waiting = 0 }: StaffPageLink) {
  return (
    <>
      {label}
      {waiting > 0 ? (
        <span className="numbers rounded-full bg-gold-ground px-2 font-semibold text-14 text-gold md:px-1.5">
          {waiting}
          <span className="sr-only"> waiting</span>
        </span>
      ) : null}
    </>
  );
}

const widthOf = (element: Element | null | undefined) => element?.getBoundingClientRect().width ?? 0;

/**
 * Counts the links that fit beside "More", or all of them where none has to go. The answer hangs on widths alone, never on what is
 * shown at the moment: otherwise the wider letters before the font came would keep a link, or "More" itself, where it is for good.
 * @param current the path of the marked link; "More" names it, and is wider, where it does not fit
 */
function useFitting(
  row: React.RefObject<HTMLDivElement | null>,
  links: readonly StaffPageLink[],
  current: string,
): number {
  const [fitting, setFitting] = useState(links.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers at the links have other widths
  useLayoutEffect(() => {
    const box = row.current;
    if (!box) return;
    const entries = [...box.children];
    const measure = () => {
      const more = box.nextElementSibling;
      const moreWidth = widthOf(more);
      const nameWidth = widthOf(more?.querySelector('[data-name]'));
      const room = widthOf(box) + moreWidth;
      let end = 0;
      const ends = entries.map((entry) => {
        end += widthOf(entry);
        return end;
      });
      const beside = (width: number) => ends.filter((right) => right <= room - width).length;
      const isPhone = getComputedStyle(box).flexWrap === 'nowrap';
      const plain = isPhone || end <= room ? entries.length : beside(moreWidth - nameWidth);
      const isNamed = links.slice(plain).some(({ to }) => to === current);
      setFitting(isNamed ? beside(moreWidth) : plain);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...entries]) observer.observe(element);
    return () => observer.disconnect();
  }, [row, links, current]);
  return fitting;
}

/** The pages that did not fit. @param current the label of the shown page, when it is one of them */
function More({ current, children }: { current: string | undefined; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the list
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape inside closes the list, as it does menus everywhere
    <div
      ref={box}
      className="shrink-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="more-staff-pages"
        className={clsx(entryClass, '-outline-offset-3', markClass(current !== undefined))}
        onClick={() => setOpen(!isOpen)}
      >
        <span>More{current === undefined ? null : <span data-name>: {current}</span>}</span>
        <ChevronDown aria-hidden="true" size={18} className={isOpen ? 'rotate-180' : undefined} />
      </button>
      <div
        id="more-staff-pages"
        className={clsx(
          'absolute top-full right-4 z-30 grid min-w-52 rounded-b-control border border-line bg-card shadow-lift',
          !isOpen && 'hidden',
        )}
      >
        {isOpen ? children : null}
      </div>
    </div>
  );
}
