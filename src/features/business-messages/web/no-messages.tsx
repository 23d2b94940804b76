import type { Business } from '#features/businesses/contract.ts';
import { formatPhone } from '#features/businesses/format-phone.ts';
import { phoneLink } from '#features/businesses/phone-link.ts';
import { Link } from '#web/router/link.tsx';

const link = 'inline-flex min-h-11 items-center [overflow-wrap:anywhere]';

/** In place of the form: other ways to reach a business that doesn't take messages here. */
export function NoMessages({ business }: { business: Business }) {
  const { slug, name, phone, website } = business;
  const call = phone === null ? null : phoneLink(phone);
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{name} doesn't take messages here.</p>
      <ul className="mt-2">
        {phone !== null && call !== null ? (
          <li>
            <a href={call} className={`numbers ${link}`}>
              Call {formatPhone(phone) ?? phone}
            </a>
          </li>
        ) : null}
        {website === null ? null : (
          <li>
            <a href={website} rel="noopener nofollow" className={link}>
              Visit Website
            </a>
          </li>
        )}
        <li>
          <Link to={`/business/${slug}`} className={link}>
            Back to {name}
          </Link>
        </li>
      </ul>
    </>
  );
}
