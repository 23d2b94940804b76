import { ArrowRight, BadgeCheck, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#web/router/link.tsx';

function WayIn({ to, title, text, icon }: { to: string; title: string; text: string; icon: ReactNode }) {
  return (
    <div className="linked-card flex flex-wrap items-start gap-4 p-5 sm:p-6">
      <span className="tint-green tint-fill grid size-12 shrink-0 place-items-center rounded-control">{icon}</span>
      <div className="min-w-[min(100%,8rem)] flex-1">
        <h2 className="text-21">
          <Link to={to} className="card-link">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-16 text-ink-soft">{text}</p>
      </div>
      <ArrowRight aria-hidden="true" size={20} className="mt-1.5 shrink-0 text-accent" />
    </div>
  );
}

/** The two ways to a listing of one's own. */
export function WaysIn() {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <WayIn
        to="/claim-business"
        title="Claim Business"
        text="Your shop is in the directory already? Make it yours."
        icon={<BadgeCheck aria-hidden="true" />}
      />
      <WayIn
        to="/add-business"
        title="Add New Business"
        text="Not listed yet? Add it in two minutes, free of charge."
        icon={<Plus aria-hidden="true" />}
      />
    </div>
  );
}
