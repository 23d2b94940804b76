import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/layout.tsx';

/** One section of the account page: explanation on the left, controls on the right. */
export function AccountSection({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-6 p-6 sm:p-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-10">
        <div>
          <h2 id={id} className="text-26">
            {title}
          </h2>
          <div className="mt-2 max-w-prose text-16 text-ink-soft">{text}</div>
        </div>
        <div className="min-w-0">{children}</div>
      </Card>
    </section>
  );
}
