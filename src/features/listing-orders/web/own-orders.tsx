import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { listOwnOrders } from '../contract.ts';
import { planNames } from '../plans.ts';

/** The dashboard's part about paid listings that staff are writing; nothing when there are none. */
export default function OwnOrders() {
  const { data: orders = [] } = useQuery({ ...endpointQuery(listOwnOrders, {}), refetchOnMount: 'always' });
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-26 lg:text-34">
        We Write These for You
      </h2>
      <ul className="mt-5 grid gap-4">
        {orders.map(({ id, plan, businessName, isSent, order }) => (
          <li key={id}>
            <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
              <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
                <h3 className="text-21">{businessName ?? 'Your business'}</h3>
                <p className="text-16 text-ink-soft">
                  {planNames[plan]} listing, paid.{' '}
                  {isSent
                    ? 'We have what you sent, and write to you when it is set up. A new listing is then in My Businesses.'
                    : 'We wait for what it is to say.'}
                </p>
              </div>
              <ButtonLink
                look={isSent ? 'secondary' : 'primary'}
                to={`/listing-details?${new URLSearchParams({ order })}`}
                aria-label={`${isSent ? 'Change what you sent' : 'Tell us about your business'}: ${businessName ?? 'your business'}`}
              >
                {isSent ? 'Change what you sent' : 'Tell us about your business'}
              </ButtonLink>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
