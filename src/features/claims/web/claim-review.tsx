import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { AskForm } from '#features/conversations/web/ask-form.tsx';
import { AskedQuestion } from '#features/conversations/web/asked-question.tsx';
import { TalkAbout } from '#features/conversations/web/talk.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { Fact } from '#features/staff-frame/web/staff-parts.tsx';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { creditPays } from '../first-charge.ts';
import { claimLabel } from '../plans.ts';
import { askClaimant, type Doubt, type StaffClaim } from '../staff-contract.ts';
import { claimChargeQuery, claimDocumentQuery, staffClaimQuery } from './staff-claim-queries.ts';

interface ClaimReviewProps {
  id: string;
  /** Replaces the buttons while staff type the reason. */
  rejectForm: ReactNode;
  isPending: boolean;
  onApprove: (claim: StaffClaim) => void;
  onReject: () => void;
}

/** Everything on which staff decide a claim, and the two decisions. */
export function ClaimReview({ id, rejectForm, isPending, onApprove, onReject }: ClaimReviewProps) {
  const { data: claim, isError, refetch } = useQuery(staffClaimQuery(id));
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  if (claim === undefined) {
    return isError ? (
      <LoadFailed message="We could not load this claim." onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  return (
    <div className="grid gap-5">
      <section>
        <h3 className="mb-1.5 text-18">Evidence</h3>
        <Evidence claim={claim} />
      </section>
      <section>
        <h3 className="mb-1.5 text-18">The listing</h3>
        <Listing business={claim.business} />
      </section>
      {claim.question ? (
        <AskedQuestion
          question={claim.question}
          talk={claim.talk}
          name={claim.claimant.username}
          heading={claim.question.repliedAt === null ? 'Waits for the claimant' : 'Your question is answered'}
        />
      ) : null}
      {claim.others.length > 0 ? (
        <section>
          <h3 className="mb-1.5 text-18">Others claim it, too</h3>
          <ul className="grid gap-1 text-16">
            {claim.others.map(({ id: other, username, plan, status, createdAt }) => (
              <li key={other}>
                {username} · {claimLabel(plan)} · {status === 'pending' ? 'checkout not finished' : 'in review'} since{' '}
                <Moment at={createdAt} />
              </li>
            ))}
          </ul>
          <p className="mt-1 text-14 text-ink-soft">Approving this claim ends theirs, uncharged.</p>
        </section>
      ) : null}
      <TalkAbout id={claim.id} isTold={claim.question !== null} />
      {rejectForm ??
        (isAsking ? (
          <AskForm
            thing={`ask-claimant:${id}`}
            name={claim.claimant.username}
            noun="claim"
            ask={(question) => callApi(client, askClaimant, { params: { id }, body: { question } })}
            onClose={() => setAsking(false)}
          />
        ) : null) ?? (
          <div className="flex flex-wrap items-center gap-2">
            <Button disabled={isPending} onClick={() => onApprove(claim)}>
              Approve
            </Button>
            <Button look="secondary" disabled={isPending} onClick={onReject}>
              Reject
            </Button>
            <Button look="secondary" disabled={isPending} onClick={() => setAsking(true)}>
              Ask back
            </Button>
            <ButtonLink look="quiet" to={`/staff/businesses/${claim.business.id}`}>
              More
            </ButtonLink>
            <p className="text-14 text-ink-soft">
              <ChargeLine claim={claim} />
            </p>
          </div>
        )}
    </div>
  );
}

/** Names the sum for the card once the credit is known, which the payment service is asked for. */
function ChargeLine({ claim: { id, amountCents } }: { claim: StaffClaim }) {
  const { data } = useQuery({ ...claimChargeQuery(id), enabled: amountCents > 0, refetchOnMount: 'always' });
  if (amountCents === 0) return 'This claim costs nothing: approving charges no card.';
  const hasTax = data?.hasTax ?? false;
  const price = `${formatDollars(amountCents)}${hasTax ? ' plus tax' : ''}`;
  const credit = data?.creditCents ?? null;
  if (credit === null) return `Approving makes the first month due: ${price}, less any credit.`;
  if (credit === 0) return `Approving charges ${price} for the first month.`;
  const pays = creditPays({ amountCents, creditCents: credit, hasTax }, 'their');
  return `Approving makes the first month due, ${price}. ${pays}`;
}

function Listing({ business }: { business: StaffClaim['business'] }) {
  const { name, address, phone, email, website, owner } = business;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-16 sm:grid-cols-2">
      <Fact name="Name">{name}</Fact>
      <Fact name="Address">{address}</Fact>
      <Fact name="Phone">{phone ? <a href={`tel:${phone}`}>{phone}</a> : null}</Fact>
      <Fact name="Email">{email ? <a href={`mailto:${email}`}>{email}</a> : null}</Fact>
      <Fact name="Website">
        {website ? (
          <a href={website} target="_blank" rel="noreferrer">
            {website}
          </a>
        ) : null}
      </Fact>
      <Fact name="Owner">{owner}</Fact>
    </dl>
  );
}

/** These doubts matter only for a mailbox at the website. */
const aboutMailbox: ReadonlySet<Doubt> = new Set([
  'website_by_nobody_known',
  'website_has_path',
  'website_below_mailbox',
  'shared_domain',
]);

const doubtWords: Record<Doubt, string> = {
  website_by_owner: 'The website was last changed by an owner',
  website_by_nobody_known: 'Nobody knows who wrote the website',
  website_has_path: 'The website is one page of a larger site',
  website_below_mailbox: 'The website is below the domain of the email',
  shared_domain: 'Another listing has a website at the same domain',
  person_refunded: 'An earlier claim by this person was refunded',
  person_rejected: 'An earlier claim by this person was rejected',
  person_ended: 'An earlier claim by this person has ended',
  domain_refunded: 'An earlier claim from the same email domain was refunded',
  domain_rejected: 'An earlier claim from the same email domain was rejected',
  domain_ended: 'An earlier claim from the same email domain has ended',
  taken_away: 'Staff have taken this listing from an owner before',
};

function Sign({ tint, children }: { tint: Tint; children: ReactNode }) {
  return (
    <li>
      <Badge tint={tint}>{children}</Badge>
    </li>
  );
}

function Evidence({ claim }: { claim: StaffClaim }) {
  const { claimant, evidence, plan } = claim;
  const { username, email, emailVerified, banned, since, approved, refused } = claimant;
  const doubts = evidence.doubts.filter((doubt) => evidence.isMailboxOfSite || !aboutMailbox.has(doubt));
  return (
    <div className="grid gap-3 text-16">
      <p>
        <StaffLink to={`/staff/people/${claimant.id}`}>{username}</StaffLink> · <a href={`mailto:${email}`}>{email}</a>{' '}
        · asks for {claimLabel(plan)}
      </p>
      <ul className="flex flex-wrap gap-2">
        <Sign tint={emailVerified ? 'green' : 'gray'}>{emailVerified ? 'Email confirmed' : 'Email not confirmed'}</Sign>
        {evidence.isMailboxOfSite ? (
          <Sign tint="green">Email is at the website's domain</Sign>
        ) : evidence.isFreeMail || claim.business.website !== null ? (
          <Sign tint="gray">{evidence.isFreeMail ? 'Free mail' : 'Email is at another domain'}</Sign>
        ) : null}
        {evidence.isListedMailbox ? <Sign tint="green">Email is the listed one</Sign> : null}
        {evidence.isListedPhone ? <Sign tint="green">Phone is the listed one</Sign> : null}
        {banned ? <Sign tint="red">Banned</Sign> : null}
      </ul>
      {doubts.length > 0 ? (
        <ul className="list-disc rounded-control border border-gold-line bg-gold-ground py-2 pr-3 pl-8">
          {doubts.map((doubt) => (
            <li key={doubt}>{doubtWords[doubt]}</li>
          ))}
        </ul>
      ) : null}
      <p className="numbers text-14 text-ink-soft">
        Here since <Moment at={since} /> · {approved} other {approved === 1 ? 'claim' : 'claims'} approved, {refused}{' '}
        rejected
      </p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Phone">{evidence.phone ? <a href={`tel:${evidence.phone}`}>{evidence.phone}</a> : null}</Fact>
        <Fact name="What they say" isWide>
          {evidence.note}
        </Fact>
      </dl>
      {evidence.documents.length > 0 ? (
        <ul className="flex flex-wrap gap-3">
          {evidence.documents.map(({ id, pdf }, at) => (
            <li key={id} className="min-w-0">
              {pdf ? (
                <a
                  href={`/staff/claims/${claim.id}/documents/${id}/pdf`}
                  download={pdf.name}
                  className={clsx(buttonClass('secondary'), '[overflow-wrap:anywhere]')}
                >
                  Save {pdf.name} (PDF, {sizeText(pdf.bytes)})
                </a>
              ) : (
                <ClaimDocument claimId={claim.id} id={id} name={`Document ${at + 1}`} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Loaded on demand. */
function ClaimDocument({ claimId, id, name }: { claimId: string; id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({ ...claimDocumentQuery(claimId, id), enabled: isOpen });
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? `Hide ${name}` : `Show ${name}`}
      </Button>
      {!isOpen ? null : data ? (
        <img src={data.src} alt={name} className="max-h-[80vh] max-w-full rounded-control border border-line" />
      ) : isError ? (
        <LoadFailed message="We could not load the document." onRetry={() => void refetch()} />
      ) : (
        <p role="status">Loading...</p>
      )}
    </div>
  );
}
