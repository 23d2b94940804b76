import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card, Container } from '#web/ui/layout.tsx';

/** The frame of small pages: one card in the middle with one thing to do. */
export function AccountCard({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <Container className="py-10 lg:py-16">
      <Card className="mx-auto max-w-md p-6 sm:p-8">
        <h1 className="text-34">{title}</h1>
        {text ? <p className="mt-2 text-ink-soft">{text}</p> : null}
        <div className="mt-6">{children}</div>
      </Card>
    </Container>
  );
}

/** The refusal of a plain form's post, until the form is sent again with script: the new answer counts then. */
export function FormRefusal({ message }: { message: string | undefined }) {
  const place = useRef<HTMLParagraphElement>(null);
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const form = place.current?.closest('form');
    const age = () => setOld(true);
    form?.addEventListener('submit', age);
    return () => form?.removeEventListener('submit', age);
  }, []);
  return message && !isOld ? (
    <p ref={place} role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
      {message}
    </p>
  ) : null;
}
