import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Bill } from '#features/premium/bills-contract.ts';
import { BillsFrame } from '#features/premium/web/bills-frame.tsx';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Link } from '#web/router/link.tsx';

export function Page() {
  return (
    <BillsFrame title="Your bills" back={['/dashboard', 'Dashboard']}>
      {({ bills, creditCents }, missing) => (
        <>
          <h1 className="text-34">Your bills</h1>
          {missing}
          {creditCents > 0 ? (
            <p className="numbers mt-4 max-w-3xl rounded-card border border-gold-line bg-gold-ground p-4">
              <strong className="font-semibold">Your credit: {formatDollars(creditCents)}.</strong> It pays for what is
              due next, for a plan that runs or a new one, before your card does.
            </p>
          ) : null}
          {bills.length === 0 ? (
            missing ? null : (
              <p className="mt-3">Nothing was paid with this account yet.</p>
            )
          ) : (
            <ul className="mt-6 grid max-w-3xl gap-3">
              {bills.map((bill) => (
                <Line key={bill.id} bill={bill} />
              ))}
            </ul>
          )}
        </>
      )}
    </BillsFrame>
  );
}

function Line({ bill }: { bill: Bill }) {
  const { timeZone } = useCity();
  const { id, at, businesses, lines, paidCents, refunds, missing, dispute, pdfUrl } = bill;
  const day = formatDate(at, timeZone);
  const back = refunds.reduce((sum, { cents }) => sum + cents, 0);
  const notCome = missing.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card border border-line bg-card p-4">
      <div className="numbers min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          {day}: {formatDollars(paidCents)}
        </p>
        <p className="text-16 text-ink-soft">
          {[...businesses, ...lines.slice(0, 1).map(({ text }) => text)].join(', ')}
          {back > 0 ? `. ${formatDollars(back)} given back` : ''}
          {notCome > 0 ? `. ${formatDollars(notCome)} of it has not come` : ''}
          {dispute ? `. ${formatDollars(dispute.cents)} disputed with the bank` : ''}
        </p>
      </div>
      <Link
        to={`/dashboard/bills/${encodeURIComponent(id.toLowerCase())}`}
        className="inline-flex min-h-11 items-center"
      >
        Open and print<span className="sr-only">: bill of {day}</span>
      </Link>
      {pdfUrl === null ? null : (
        <a href={pdfUrl} className="inline-flex min-h-11 items-center">
          PDF<span className="sr-only">: bill of {day}</span>
        </a>
      )}
    </li>
  );
}
