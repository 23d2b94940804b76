import { RowLink, StaffPart, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { MailInList } from '../staff-contract.ts';

/** The mails by group: when each is sent, to whom, and its subject. */
export function MailList({ mails }: { mails: readonly MailInList[] }) {
  const groups = [...new Set(mails.map(({ group }) => group))];
  return (
    <div className="grid gap-8">
      {groups.map((group) => (
        <StaffPart key={group} title={group}>
          <ul className="grid gap-2">
            {mails
              .filter((mail) => mail.group === group)
              .map(({ name, when, to, subject, isChanged }) => (
                <li key={name}>
                  <StaffRow>
                    <div className="min-w-0 lg:flex-1">
                      <RowLink to={`/staff/mail-texts/${name}`}>{when}</RowLink>
                      <p className="text-14 text-ink-soft">To {to}</p>
                    </div>
                    <p className="min-w-0 break-words lg:w-2/5">{subject}</p>
                    <div className="empty:max-lg:hidden lg:w-28">
                      {isChanged ? <Badge tint="orange">Your words</Badge> : null}
                    </div>
                  </StaffRow>
                </li>
              ))}
          </ul>
        </StaffPart>
      ))}
    </div>
  );
}
