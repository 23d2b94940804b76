import { useCity } from '#features/city-guide/web/city-queries.ts';
import { After, Before } from '#features/staff-frame/web/before-after.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { Fact } from '#features/staff-frame/web/staff-parts.tsx';
import type { StaffSuggestion } from '../staff-suggestion-contract.ts';
import { whenText } from '../when-text.ts';
import { eventCategoryLabels } from './event-labels.ts';

/** All fields of a resident's suggestion. */
export function SuggestionFacts({ suggestion }: { suggestion: StaffSuggestion }) {
  const { timeZone } = useCity();
  const { title, location, category, description, url, message, senderName, senderEmail, alike } = suggestion;
  const { isFree, price, business, changes } = suggestion;
  return (
    <>
      {changes === null ? null : <Changes {...changes} />}
      <dl className="grid gap-3 text-16 sm:grid-cols-2">
        <Fact name="Title">{title}</Fact>
        <Fact name="When">{whenText(suggestion, timeZone, '')}</Fact>
        <Fact name="Where">{location}</Fact>
        <Fact name="Price">{isFree ? 'Free' : price}</Fact>
        <Fact name="Category">{eventCategoryLabels[category].label}</Fact>
        <Fact name="Description" isWide>
          {description}
        </Fact>
        <Fact name="Link">
          {url ? (
            <a href={url} rel="noopener nofollow" target="_blank" className="break-all">
              {url}
            </a>
          ) : null}
        </Fact>
        <Fact name="From">
          {senderName}, <a href={`mailto:${senderEmail}`}>{senderEmail}</a>
        </Fact>
        {business ? (
          <Fact name="Puts it on">
            <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink>
          </Fact>
        ) : null}
        {message ? (
          <Fact name="To you" isWide>
            {message}
          </Fact>
        ) : null}
      </dl>
      {alike.length > 0 ? (
        <p className="rounded-control bg-gold-ground p-3 text-16">
          On the same day:{' '}
          {alike.map(({ id, title: name }, place) => (
            <span key={id}>
              {place > 0 ? ', ' : ''}
              <StaffLink to={`/staff/events/${id}`}>{name}</StaffLink>
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
}

type ChangesProps = NonNullable<StaffSuggestion['changes']>;

/** Old and new, field by field. */
function Changes({ eventId, fields }: ChangesProps) {
  return (
    <section aria-label="What would change">
      <p className="text-16">
        Changes <StaffLink to={`/staff/events/${eventId}`}>an event that is in the calendar</StaffLink>. Visitors see
        the former words until you approve.
      </p>
      <ul className="mt-2 grid gap-2 text-16">
        {fields.map(({ label, before, after }) => (
          <li key={label} className="grid gap-x-4 gap-y-1 border-t border-line pt-2 lg:grid-cols-[8rem_1fr_1fr]">
            <strong>{label}</strong>
            <Before field={label} text={before} said="Before: " />
            <After field={label} text={after} said="After: " isWanted />
          </li>
        ))}
      </ul>
    </section>
  );
}
