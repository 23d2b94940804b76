import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { formatMonth } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { type NewsFilter, newsPath } from '../news-filter.ts';
import { articleCategoryLabels } from './article-labels.ts';
import { articleCountsQuery } from './article-queries.ts';

/** More months than these are in the list of earlier ones. */
const shownMonths = 3;

interface Choice {
  label: string;
  to: string;
  count?: number | undefined;
  isChosen: boolean;
}

/** The choices of the news page: plain links with what each of them has. A choice keeps the other one. */
export function NewsFilterLinks({ filter }: { filter: NewsFilter }) {
  const { data } = useQuery(articleCountsQuery(filter));
  const { category, month } = filter;
  const categories: Choice[] = [
    { label: 'All', to: newsPath({ month }), count: data?.total, isChosen: category === undefined },
    ...(data?.categories ?? []).map((one) => ({
      label: articleCategoryLabels[one.category].label,
      to: newsPath({ category: one.category, month }),
      count: one.count,
      isChosen: one.category === category,
    })),
  ];
  const months: Choice[] = (data?.months ?? []).map((one) => ({
    label: formatMonth(one.month),
    to: newsPath({ category, month: one.month }),
    count: one.count,
    isChosen: one.month === month,
  }));
  const anyMonth: Choice = { label: 'Any month', to: newsPath({ category }), isChosen: month === undefined };
  // A month without articles is no choice, but says where the reader is.
  if (month !== undefined && !months.some((one) => one.isChosen)) {
    months.unshift({ label: formatMonth(month), to: newsPath(filter), count: 0, isChosen: true });
  }
  const atOnce = months.filter((one, place) => place < shownMonths || one.isChosen);
  const earlier = months.filter((one) => !atOnce.includes(one));
  return (
    <div className="news-choices my-5 grid gap-3">
      <nav aria-label="Categories of news">
        <Choices choices={categories.filter((one) => one.count !== 0 || one.isChosen)} />
      </nav>
      {months.length > 0 ? (
        <nav aria-label="Months of news" className="flex gap-2 sm:flex-wrap">
          <Choices choices={[anyMonth, ...atOnce]} />
          {earlier.length > 0 ? (
            <details className="news-earlier">
              <summary className="chip">Earlier</summary>
              <Choices choices={earlier} />
            </details>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className="flex gap-2 sm:flex-wrap">
      {choices.map(({ label, to, count, isChosen }) => (
        <li key={to}>
          <Link to={to} aria-current={isChosen ? 'page' : undefined} className={clsx('chip', isChosen && 'is-chosen')}>
            {label}
            {count === undefined ? null : <span className="numbers chip-count">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
