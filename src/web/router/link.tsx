import { type ComponentProps, useEffect, useRef } from 'react';
import type { NavigateOptions } from './browser-history.ts';
import { isForBrowser, isHere, markFollowed } from './follow.ts';
import { useLocation, useNavigate } from './router.tsx';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  /** A path of this site, or another site's address. */
  to: string;
}

/** A link that the router follows. Lists of many links use SiteLink, which costs less. */
export function Link({ to, replace, state, onClick, ...others }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...others}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const link = event.currentTarget;
        if (event.defaultPrevented || isForBrowser(event, link)) return;
        event.preventDefault();
        markFollowed(link, navigate(to, { replace: replace ?? isHere(link), state }));
      }}
    />
  );
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  /** The page itself counts, not those below it. */
  end?: boolean;
  className: string | ((at: { isActive: boolean }) => string);
}

/** A link that says whether it leads to the page that is shown, or to one above it. */
export function NavLink({ end = false, className, ...others }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === others.to || (!end && pathname.startsWith(`${others.to}/`));
  return (
    <Link
      {...others}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'string' ? className : className({ isActive })}
    />
  );
}

/** Leads elsewhere as soon as it is drawn in a browser. */
export function Navigate({ to, ...options }: { to: string } & NavigateOptions) {
  const navigate = useNavigate();
  const latest = useRef(options);
  useEffect(() => {
    void navigate(to, latest.current);
  }, [navigate, to]);
  return null;
}
