import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from '#web/router/link.tsx';
import { useLocation } from '#web/router/router.tsx';
import { Container } from '#web/ui/layout.tsx';

export interface StaffPageLink {
  to: string;
  label: string;
  /** The number of waiting entries; 0 shows nothing. */
  waiting?: number;
}

/** The staff area's navigation, under the site's header: one row that a finger moves on a phone. */
export function StaffFrame({ links, children }: { links: readonly StaffPageLink[]; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const row = nav.current?.firstElementChild;
    const current = nav.current?.querySelector<HTMLElement>(
      `a[aria-current="page"][href="/${pathname.split('/').slice(1, 3).join('/')}"]`,
    );
    if (!row || !current) return;
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <div className="border-line border-t wrap-anywhere">
      <nav ref={nav} aria-label="Staff" className="border-line border-b bg-card">
        <Container className="relative flex gap-x-1 max-lg:overflow-x-auto lg:flex-wrap lg:gap-x-0">
          {links.map(({ to, label, waiting = 0 }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/staff'}
              className={({ isActive }) =>
                clsx(
                  'inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-3 px-3 text-16 text-ink no-underline hover:bg-ground-deep lg:gap-1 lg:px-1.5',
                  isActive ? 'border-action font-semibold' : 'border-transparent',
                )
              }
            >
              {label}
              {waiting > 0 ? (
                <span className="numbers rounded-full bg-gold-ground px-2 text-14 lg:px-1.5 font-semibold text-gold">
                  {waiting}
                  <span className="sr-only"> waiting</span>
                </span>
              ) : null}
            </NavLink>
          ))}
        </Container>
      </nav>
      <Container className="py-6">{children}</Container>
    </div>
  );
}
