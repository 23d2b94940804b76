import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Bill, listBills } from '#features/premium/bills-contract.ts';
import { BillsFrame } from '#features/premium/web/bills-frame.tsx';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatDollars } from '#shared/money.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Button } from '#web/ui/button.tsx';

type Parties = Omit<Answer<typeof listBills>, 'bills' | 'isPartial' | 'creditCents'>;

export function Page() {
  const { id } = usePageParams();
  return (
    <BillsFrame title="Bill" back={['/dashboard/bills', 'Your bills']}>
      {({ bills, ...parties }, missing) => {
        // Addresses are in lower case, whoever types or reloads them; the payment service's ids are not.
        const bill = bills.find((one) => one.id.toLowerCase() === id?.toLowerCase());
        if (bill) return <Sheet bill={bill} {...parties} />;
        return (
          <>
            <h1 className="text-34">Bill</h1>
            {missing ?? <p className="mt-3">There is no such bill of yours.</p>}
          </>
        );
      }}
    </BillsFrame>
  );
}

function Sheet({ bill, issuer, payer, isTest }: { bill: Bill } & Parties) {
  const { timeZone } = useCity();
  const { number, at, businesses, lines, taxCents, creditCents, paidCents, paidBy, refunds, missing, pdfUrl, pageUrl } =
    bill;
  const { dispute, reference } = bill;
  const back = [...refunds, ...missing].reduce((sum, { cents }) => sum + cents, dispute?.cents ?? 0);
  const link = 'inline-flex min-h-11 items-center print:hidden';
  return (
    <article
      aria-labelledby="bill"
      className="printed-alone max-w-2xl rounded-card border border-line bg-card p-6 sm:p-8"
    >
      <h1 id="bill" className="text-34">
        Bill
      </h1>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        <Fact name="From">
          {issuer.name}
          <br />
          {issuer.address}
          <br />
          {issuer.email}
        </Fact>
        <Fact name="To">
          {businesses.map((name) => (
            <span key={name} className="block">
              {name}
            </span>
          ))}
          {payer.name}
          <br />
          {payer.email}
        </Fact>
        <Fact name="Paid on">{formatDate(at, timeZone)}</Fact>
        {number === null ? null : <Fact name={paidBy === 'cash' ? 'Receipt' : 'Number'}>{number}</Fact>}
        {reference === null ? null : <Fact name="Reference">{reference}</Fact>}
      </dl>
      <table className="numbers mt-6 w-full text-left">
        <caption className="sr-only">What was paid</caption>
        <thead>
          <tr className="border-line border-b text-14 text-ink-soft">
            <th scope="col" className="py-2 font-normal">
              For
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, text, cents, time }) => (
            <Amount
              key={id}
              name={text}
              more={time && `${formatDate(time.from, timeZone)} to ${formatDate(time.until, timeZone)}`}
              cents={cents}
            />
          ))}
          {taxCents > 0 ? <Amount name="Tax" cents={taxCents} /> : <Amount name="Tax: none was added" cents={0} />}
          {creditCents > 0 ? <Amount name="Taken from your credit" cents={-creditCents} /> : null}
          <Amount name={paidBy === 'cash' ? 'Paid in cash or by check' : 'Paid by card'} cents={paidCents} isStrong />
          {refunds.map(({ at: day, cents }) => (
            <Amount key={`${day} ${cents}`} name={`Given back on ${formatDate(day, timeZone)}`} cents={-cents} />
          ))}
          {missing.map(({ at: day, cents }) => (
            <Amount
              key={`${day} ${cents}`}
              name={`Has not come, noted on ${formatDate(day, timeZone)}`}
              cents={-cents}
            />
          ))}
          {dispute ? (
            <Amount name={`Disputed with the bank on ${formatDate(dispute.at, timeZone)}`} cents={-dispute.cents} />
          ) : null}
          {back > 0 ? <Amount name="Left" cents={paidCents - back} isStrong /> : null}
        </tbody>
      </table>
      {isTest && paidBy === 'card' ? (
        <p className="mt-4 font-semibold">This was a test payment: no real card was charged.</p>
      ) : null}
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <Button onClick={() => print()}>Print</Button>
        {pdfUrl === null ? null : (
          <a href={pdfUrl} className={link}>
            Invoice as PDF
          </a>
        )}
        {pageUrl === null ? null : (
          <a href={pageUrl} className={link}>
            Invoice at the payment service
          </a>
        )}
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 text-ink-soft">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

interface AmountProps {
  name: string;
  more?: string | null;
  cents: number;
  isStrong?: boolean;
}

function Amount({ name, more, cents, isStrong = false }: AmountProps) {
  return (
    <tr className={isStrong ? 'border-line border-t font-semibold' : ''}>
      <th scope="row" className={`py-2 [overflow-wrap:anywhere] ${isStrong ? '' : 'font-normal'}`}>
        {name}
        {more ? <span className="block text-16 text-ink-soft">{more}</span> : null}
      </th>
      <td className="py-2 pl-4 text-right">{formatDollars(cents)}</td>
    </tr>
  );
}
