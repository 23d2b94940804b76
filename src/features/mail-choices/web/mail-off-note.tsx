import { useQuery } from '@tanstack/react-query';
import { type MailKind, mailKindNames } from '#shared/mail-kinds.ts';
import { Link } from '#web/router/link.tsx';
import { mailChoicesQuery } from './mail-choices-query.ts';

/** Reminds somebody who has stopped emails of this kind that nothing but the page tells of news. */
export function MailOffNote({ kind }: { kind: MailKind }) {
  const { data } = useQuery({ ...mailChoicesQuery, refetchOnMount: 'always' });
  if (data?.find((choice) => choice.kind === kind)?.isOn !== false) return null;
  return (
    <p className="mb-4 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
      You get no emails about {mailKindNames[kind]}: they wait here. <Link to="/account#emails">What we send you</Link>
    </p>
  );
}
