import { useQuery } from '@tanstack/react-query';
import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContactGuide } from '#features/city-guide/contract.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { contactGuideQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getContactStart } from '#features/contact/contract.ts';
import { ContactForm } from '#features/contact/web/contact-form.tsx';
import { readContactReason } from '#shared/contact-path.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageProps } from '#web/page.ts';
import { telephoneLink } from '#web/telephone-link.ts';
import { Card, Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const startQuery = (about: string) => endpointQuery(getContactStart, { query: { about } });

/** Longer than any address of a listing: it cannot name one. */
const maxAbout = 200;

/** The address of the listing that somebody wants to write about; '' when there is none. */
function aboutOf(search: Address['search']): string {
  const about = search.get('about') ?? '';
  return about.length > maxAbout ? '' : about;
}

export const queries = ({ search }: Address) => {
  const about = aboutOf(search);
  return about === '' ? [contactGuideQuery] : [contactGuideQuery, startQuery(about)];
};

type Address = PageProps<'about' | 'reason'>;

const iconProps = { 'aria-hidden': true, size: 20, className: 'absolute top-1 left-0 text-accent' } as const;

function Detail({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="relative pl-8">
      <dt className="text-14 text-ink-soft">
        {icon}
        {label}
      </dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const reachable = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\(?\d{3}\)?[ -]\d{3}-\d{4})/;

/** A sentence of the city pack, with its phone numbers and addresses as links. */
function LinkedLine({ text }: { text: string }) {
  return text.split(reachable).map((part, place) => {
    if (place % 2 === 0) return part;
    const href = part.includes('@') ? `mailto:${part}` : telephoneLink(part);
    return (
      <a key={part} href={href} className={part.includes('@') ? 'underline' : 'numbers whitespace-nowrap underline'}>
        {part}
      </a>
    );
  });
}

function ContactCards({ guide }: { guide: ContactGuide }) {
  const { contact, agency } = guide;
  return (
    <>
      <Card className="p-6">
        <h2 className="text-21">Contact Information</h2>
        <dl className="mt-4 grid gap-4">
          <Detail icon={<Phone {...iconProps} />} label="Phone">
            <a href={telephoneLink(contact.phone)} className="numbers inline-flex min-h-11 items-center">
              {contact.phone}
            </a>
          </Detail>
          <Detail icon={<Mail {...iconProps} />} label="General inquiries">
            <a href={`mailto:${contact.email}`} className="inline-flex min-h-11 items-center">
              {contact.email}
            </a>
          </Detail>
          <Detail icon={<MapPin {...iconProps} />} label="Mail">
            {contact.postalBox.street}, {contact.postalBox.city}, {contact.postalBox.region}{' '}
            {contact.postalBox.postalCode}
          </Detail>
          <Detail icon={<Clock {...iconProps} />} label="Response time">
            {contact.responseTime}
          </Detail>
        </dl>
      </Card>
      <Card className="p-6">
        <h2 className="text-21">Business Hours</h2>
        <dl className="numbers mt-4 grid gap-2">
          {contact.hours.map(({ days, hours }) => (
            <div key={days} className="flex flex-wrap justify-between gap-x-4">
              <dt>{days}</dt>
              <dd className="font-semibold">{hours}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card className="p-6">
        <h2 className="text-21">Kept by {agency.name}</h2>
        <p className="mt-2 text-16">{agency.intro}</p>
        <ul className="mt-4 grid gap-3 text-16">
          {agency.services.map(({ title, text }) => (
            <li key={title}>
              <p className="font-semibold">{title}</p>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-4 text-16 wrap-anywhere">
          <LinkedLine text={agency.contactLine} />
        </p>
      </Card>
    </>
  );
}

export function Page({ search }: Address) {
  const city = useCity();
  const { data: guide, isError, refetch } = useQuery(contactGuideQuery);
  const about = aboutOf(search);
  const { data: start } = useQuery({ ...startQuery(about), enabled: about !== '' });
  return (
    <>
      <PageHead
        title="Contact Us"
        description={`Write to the people behind the ${city.name}, ${city.region} directory: listings, events, news and everything else.`}
        canonicalPath="/contact"
      />
      <BreadcrumbJsonLd trail={[{ name: 'Contact Us', path: '/contact' }]} />
      <PageHero
        title="Contact Us"
        text="A wrong phone number, a new shop, an event we missed? Tell us. A person reads every message."
        picture={city.pagePictures.contact}
      />
      <Container className="grid gap-8 py-10 lg:grid-cols-[1fr_24rem] lg:py-16">
        <Card className="h-fit min-w-0 p-6 sm:p-8">
          <h2 className="mb-6 text-26 lg:text-34">Send us a message</h2>
          <ContactForm
            wasSent={search.get('sent') === '1'}
            start={about === '' ? undefined : start}
            reason={readContactReason(search.get('reason'))}
          />
        </Card>
        <div className="grid h-fit min-w-0 gap-5">
          {guide ? <ContactCards guide={guide} /> : null}
          {isError ? <LoadFailed message="We could not load the details." onRetry={() => void refetch()} /> : null}
          {guide === undefined && !isError ? <Skeleton className="h-96" /> : null}
        </div>
      </Container>
    </>
  );
}
