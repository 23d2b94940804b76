import { useCity } from '#features/city-guide/web/city-queries.ts';
import { eventCategories } from '#shared/city.ts';
import { eventCategoryLabels } from './event-labels.ts';

/** The feeds and calendars for other sites and calendar programs. */
export function FeedsPanel() {
  const { siteUrl, name } = useCity();
  const snippet = `<iframe src="${siteUrl}/embed/events" title="Events in ${name}" width="100%" height="600" loading="lazy"></iframe>`;
  return (
    <details className="mt-8 rounded-card border border-line bg-card p-5">
      <summary className="min-h-11 cursor-pointer content-center text-18 font-semibold underline">
        Feeds, and the list on other sites
      </summary>
      <div className="mt-4 grid gap-4 text-16">
        <label className="grid gap-1.5">
          <span className="font-semibold">Put this into another site’s page to show the coming events there</span>
          <textarea
            readOnly
            rows={3}
            value={snippet}
            onFocus={(event) => event.currentTarget.select()}
            className="w-full rounded-control border border-line-strong bg-ground p-3 font-mono text-14"
          />
          <span className="text-14 text-ink-soft">
            It sets no cookies and runs no script. With “?category=government” at the end of the address it shows one
            category.
          </span>
        </label>
        <table className="w-full text-left">
          <caption className="pb-1 text-left font-semibold">Addresses to subscribe to</caption>
          <tbody>
            {[undefined, ...eventCategories].map((category) => {
              const path = `/feeds/events${category ? `/${category}` : ''}`;
              return (
                <tr key={path} className="border-line border-t">
                  <th scope="row" className="py-2 pr-4 font-normal">
                    {category ? eventCategoryLabels[category].label : 'All events'}
                  </th>
                  <td className="py-2">
                    <a href={`${path}.ics`} className="mr-4 inline-flex min-h-11 items-center">
                      Calendar
                    </a>
                    <a href={`${path}.xml`} className="inline-flex min-h-11 items-center">
                      RSS
                    </a>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
