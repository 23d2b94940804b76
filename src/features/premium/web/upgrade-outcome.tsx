import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { premiumBenefits } from '#features/billing/price-story.ts';
import { Card, Container } from '#web/ui/layout.tsx';

/** The page after an upgrade's payment page: how it went, what premium brings, where to go. */
export function UpgradeOutcome({
  icon,
  title,
  text,
  lead,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** Stands above the list of what premium brings; without it there is no list. */
  lead?: string;
  children: ReactNode;
}) {
  return (
    <Container className="py-10 lg:py-16">
      <Card className="mx-auto max-w-xl p-6 text-center sm:p-10">
        {icon}
        <h1 className="mt-4 text-34">{title}</h1>
        <div className="mt-3">{text}</div>
        {lead ? (
          <div className="mt-6 rounded-card border border-gold-line bg-gold-ground p-5 text-left">
            <h2 className="text-18">{lead}</h2>
            <ul className="mt-3 grid gap-2 text-16">
              {premiumBenefits.map(({ name, text }) => (
                <li key={name} className="flex gap-2">
                  <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-gold" />
                  <span>
                    <strong>{name}.</strong> {text}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
      </Card>
    </Container>
  );
}
