import { ArrowLeft } from 'lucide-react';
import { Link } from '#web/router/link.tsx';

export function BackToDashboard() {
  return (
    <Link to="/dashboard" className="inline-flex min-h-11 items-center gap-2">
      <ArrowLeft aria-hidden="true" size={18} />
      Back to Dashboard
    </Link>
  );
}
