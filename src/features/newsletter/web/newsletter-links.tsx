import { clsx } from 'clsx';
import { NavLink } from '#web/router/link.tsx';

const links = [
  ['/staff/newsletter', 'Issues'],
  ['/staff/newsletter/subscribers', 'Subscribers'],
  ['/staff/newsletter/settings', 'Settings'],
] as const;

/** Links to the parts of the newsletter, above each of its pages. */
export function NewsletterLinks() {
  return (
    <nav aria-label="Newsletter" className="flex flex-wrap gap-1">
      {links.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/staff/newsletter'}
          className={({ isActive }) =>
            clsx(
              'inline-flex min-h-11 items-center rounded-control border px-3.5 text-16 no-underline',
              isActive
                ? 'border-action bg-action font-semibold text-on-action'
                : 'border-line-strong bg-card text-ink hover:bg-ground-deep',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
