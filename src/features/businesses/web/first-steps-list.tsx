import { Check } from 'lucide-react';
import { useState } from 'react';
import { dropId, keepId, keptIds } from '#web/forms/kept-ids.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Link } from '#web/router/link.tsx';
import { sharePage } from '#web/share-page.ts';
import { firstSteps } from '../first-steps.ts';
import type { OwnBusinessSummary } from '../owner-contract.ts';

/** Listings that were shared or whose steps were put away, in this browser. */
const keys = { shared: 'shared-listings', away: 'first-steps-away' };

const linkLook = 'inline-flex min-h-11 items-center text-link underline';
const quietLook = 'inline-flex min-h-11 items-center text-14 text-ink-soft underline';

/**
 * The first steps of a new owner, ticked off by what the listing has. The list goes when all is done; when the owner puts it away,
 * a line brings it back.
 */
export function FirstStepsList({
  business,
  isEmailConfirmed,
}: {
  business: OwnBusinessSummary;
  isEmailConfirmed: boolean | null;
}) {
  const { id, slug, name } = business;
  const [isShared, setShared] = useState(() => keptIds(keys.shared).includes(id));
  const [isAway, setAway] = useState(() => keptIds(keys.away).includes(id));
  // The button that was pressed is gone: its counterpart gets the focus.
  const [isPressed, setPressed] = useState(false);
  const steps = firstSteps(business, { isEmailConfirmed, isShared });
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;

  function putAway(to: boolean) {
    (to ? keepId : dropId)(keys.away, id);
    setAway(to);
    setPressed(true);
  }

  if (isAway) {
    return (
      <button
        type="button"
        ref={isPressed ? takeFocus : undefined}
        className={quietLook}
        onClick={() => putAway(false)}
      >
        Show the first steps<span className="sr-only"> of {name}</span>
      </button>
    );
  }

  async function share() {
    if (!(await sharePage(name, `${location.origin}/business/${slug}`, 'page'))) return;
    keepId(keys.shared, id);
    setShared(true);
  }

  return (
    <section aria-label={`First steps of ${name}`} className="mt-5 border-line border-t pt-4">
      <h4 className="text-18">
        First steps{' '}
        <span className="numbers font-normal text-14 text-ink-soft">{`${done} of ${steps.length} done`}</span>
      </h4>
      <ul className="mt-1 grid gap-x-6 text-16 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ key, label, isDone, to }) => (
          <li key={key} className="flex min-h-11 items-center gap-2">
            <span
              className={`grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-accent text-accent' : 'border-line-strong'}`}
            >
              {isDone ? <Check aria-hidden="true" size={16} /> : null}
            </span>
            {isDone ? (
              <span className="text-ink-soft">
                {label}
                <span className="sr-only">: done</span>
              </span>
            ) : to === null ? (
              <button type="button" className={linkLook} onClick={() => void share()}>
                {label}
              </button>
            ) : (
              <Link to={to} className={linkLook}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <button type="button" ref={isPressed ? takeFocus : undefined} className={quietLook} onClick={() => putAway(true)}>
        Put these away<span className="sr-only">: first steps of {name}</span>
      </button>
    </section>
  );
}
