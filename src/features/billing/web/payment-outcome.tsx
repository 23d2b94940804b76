import { CircleCheck, CircleX, Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

const marks = {
  good: [CircleCheck, 'text-action'],
  bad: [CircleX, 'text-danger'],
  unknown: [Receipt, 'text-ink-soft'],
} as const;

interface PaymentOutcomeProps {
  title: string;
  /** 'unknown': the server has not said that something was paid. */
  how: keyof typeof marks;
  /** The one to whom questions go. */
  writeTo?: 'supportEmail' | 'email';
  children: ReactNode;
}

/** The card that says how a payment, or the check of a card, went. */
export function PaymentOutcome({ title, how, writeTo = 'supportEmail', children }: PaymentOutcomeProps) {
  const email = useCity().contact[writeTo];
  const [Icon, color] = marks[how];
  return (
    <>
      <PageHead title={title.replace('!', '')} description="How your payment went." noIndex />
      <Container className="py-10 lg:py-16">
        <Card className="mx-auto max-w-xl p-6 text-center sm:p-10">
          <Icon aria-hidden="true" size={56} className={`mx-auto ${color}`} data-how={how} />
          <h1 className="mt-4 text-34">{title}</h1>
          {children}
          <p className="mt-8 border-line border-t pt-5 text-16 text-ink-soft">
            Questions? Write to{' '}
            <a href={`mailto:${email}`} className="underline wrap-anywhere">
              {email}
            </a>
          </p>
        </Card>
      </Container>
    </>
  );
}

/** Where to go from there; the children come first. */
export function OutcomeWays({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      {children}
      <ButtonLink to="/directory" look={children ? 'secondary' : 'primary'}>
        Browse Directory
      </ButtonLink>
      <ButtonLink to="/" look="secondary">
        Return to Home
      </ButtonLink>
    </div>
  );
}
