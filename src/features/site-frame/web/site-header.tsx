import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { useLocation } from '#web/router/router.tsx';
import { DrawnPart } from '#web/ui/drawn-part.tsx';
import { Container } from '#web/ui/layout.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { navLinks } from './nav-links.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { Wordmark } from './wordmark.tsx';

/** Loaded on demand: most visitors never see these links. */
const SignedInLinks = lazy(() => import('./signed-in-links.tsx').catch(() => ({ default: () => <></> })));

const linkClass =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-on-header lg:px-1.5 xl:px-3 no-underline hover:underline aria-[current=page]:underline aria-[current=page]:decoration-2';

/**
 * Tells whether a page is below a link: an article is below the news. No page counts as below the home page.
 */
const isWithin = (to: string, pathname: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

/** Signed out: log in and sign up. Signed in: dashboard and log-out. */
function AccountLinks() {
  const { user, isLoading } = useCurrentUser();
  const { pathname } = useLocation();
  // page-shell.ts sets the class before the first paint when there may be a session, so that 'Log In' does
  // not flash up.
  useEffect(() => {
    document.documentElement.classList.toggle('maybe-signed-in', isLoading);
  }, [isLoading]);
  if (user) {
    return (
      <Suspense>
        <SignedInLinks user={user} className={linkClass} />
      </Suspense>
    );
  }
  return (
    <>
      <SiteLink to="/login" isCurrent={isWithin('/login', pathname)} className={clsx(linkClass, 'visitor-link')}>
        Log In
      </SiteLink>
      <SiteLink
        to="/get-listed"
        isCurrent={isWithin('/get-listed', pathname)}
        className="visitor-link flex min-h-11 items-center rounded-control bg-on-header px-4 font-semibold text-header no-underline hover:bg-white"
      >
        Sign Up
      </SiteLink>
    </>
  );
}

function NavItems() {
  const { pathname } = useLocation();
  return navLinks.map(({ to, label }) => (
    <li key={to}>
      <SiteLink to={to} isCurrent={isWithin(to, pathname)} className={linkClass}>
        {label}
      </SiteLink>
    </li>
  ));
}

/**
 * A details element opens without script. Script closes it after a link was followed and gives its summary
 * the role of a button: some screen readers say neither that it can be pressed nor that it is open.
 */
function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  const { key, pathname } = useLocation();
  const openedAt = useRef(key);
  // Every navigation closes the menu. One that somebody opened before the script was there stays open.
  useEffect(() => {
    if (openedAt.current !== key) menu.current?.removeAttribute('open');
    openedAt.current = key;
    setOpen(menu.current?.open ?? false);
  }, [key]);
  return (
    <details
      ref={menu}
      className="group lg:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        menu.current.removeAttribute('open');
        menu.current.querySelector('summary')?.focus();
      }}
    >
      {/* As wide as all of it from the first: it stands at the right edge, and a page may be painted before its word has come. */}
      <summary
        {...(hydrated ? { role: 'button', 'aria-expanded': isOpen } : {})}
        className="flex min-h-11 min-w-25 items-center gap-2 rounded-control px-3 font-medium text-on-header max-[23rem]:min-w-0 max-[23rem]:px-0"
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className="size-6 fill-none stroke-current stroke-2 [stroke-linecap:round]"
        >
          <path d="M4 7h16M4 12h16M4 17h16" className="group-open:hidden" />
          <path d="M6 6l12 12M18 6L6 18" className="hidden group-open:block" />
        </svg>
        Menu
      </summary>
      {/* The header stays in place while the page scrolls, so a menu longer than the window scrolls inside
          itself. */}
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-t border-header-line bg-header shadow-lift">
        <Container className="py-3">
          <nav aria-label="Main">
            <ul className="grid gap-1">
              <NavItems />
            </ul>
          </nav>
          <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-header-line pt-3">
            <SiteLink to="/saved" isCurrent={isWithin('/saved', pathname)} className={clsx(linkClass, 'basis-full')}>
              Saved businesses
            </SiteLink>
            <SiteLink to="/get-listed" className={clsx(linkClass, 'basis-full')}>
              List Your Business
            </SiteLink>
            <AccountLinks />
            <ThemeSwitch />
          </div>
        </Container>
      </div>
    </details>
  );
}

/** The header's links that may be marked as the current page. */
const marked = [...navLinks.map(({ to }) => to), '/login', '/get-listed', '/saved'];

export function SiteHeader() {
  const city = useCity();
  const { pathname } = useLocation();
  return (
    <DrawnPart
      as="header"
      of={city}
      variant={marked.find((to) => isWithin(to, pathname)) ?? ''}
      className="site-header sticky top-0 z-40 bg-header text-on-header"
    >
      <Container className="flex items-center justify-between gap-x-2 xl:gap-x-4">
        <SiteLink to="/" className="flex items-center gap-2.5 py-1 text-on-header no-underline">
          <Wordmark name={city.name} region={city.region} />
        </SiteLink>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex items-center text-16">
            <NavItems />
          </ul>
        </nav>
        <div className="hidden items-center gap-1 text-16 lg:flex">
          {/* Shown once something is saved: a stored page knows nobody's list, so the head's script decides (page-shell.ts). */}
          <SiteLink
            to="/saved"
            isCurrent={isWithin('/saved', pathname)}
            className={clsx('saved-link max-xl:hidden', linkClass)}
          >
            <span className="sr-only">Saved businesses</span>
          </SiteLink>
          <ThemeSwitch />
          <AccountLinks />
        </div>
        <MobileMenu />
      </Container>
    </DrawnPart>
  );
}
