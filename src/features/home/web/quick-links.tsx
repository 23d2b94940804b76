import { CalendarDays, Clock, Phone } from 'lucide-react';
import { Link } from '#web/router/link.tsx';

const links = [
  { label: 'Open now', to: '/directory?open=now', Icon: Clock },
  { label: 'This weekend', to: '/events?when=weekend', Icon: CalendarDays },
  { label: 'Useful numbers', to: '/helpful-links', Icon: Phone },
];

/** Three questions of many residents, one tap away. */
export function QuickLinks() {
  return (
    <nav aria-label="Quick links" className="mt-3">
      <ul className="quick-links">
        {links.map(({ label, to, Icon }) => (
          <li key={to}>
            <Link to={to} className="chip">
              <Icon aria-hidden="true" size={18} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
