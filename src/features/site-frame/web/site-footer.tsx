import { useCity } from '#features/city-guide/web/city-queries.ts';
import { telephoneLink } from '#web/telephone-link.ts';
import { DrawnPart } from '#web/ui/drawn-part.tsx';
import { Container } from '#web/ui/layout.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { TargetLink } from '#web/ui/target-link.tsx';
import { Wordmark } from './wordmark.tsx';

const linkClass = 'inline-flex min-h-11 items-center text-on-footer no-underline hover:underline lg:min-h-9';

export function SiteFooter() {
  const city = useCity();
  const { contact, footerLinks } = city;
  return (
    <DrawnPart as="footer" of={city} variant="" className="later-5 mt-auto bg-footer text-16 text-on-footer">
      <Container className="tile-columns gap-6 py-8 [--columns:2] sm:gap-10 sm:py-12 lg:grid-cols-[1.5fr_1fr_1fr_1.2fr]">
        <div className="max-lg:col-span-full">
          <div className="flex items-center gap-2.5">
            <Wordmark name={city.name} region={city.region} />
          </div>
          <p className="mt-2 max-w-xs sm:mt-4">{city.tagline}</p>
        </div>
        <nav aria-labelledby="footer-categories">
          <h2 id="footer-categories" className="text-18">
            Categories
          </h2>
          <ul className="mt-2">
            {city.footerCategories.map(({ slug, name }) => (
              <li key={slug}>
                <SiteLink to={`/category/${slug}`} className={linkClass}>
                  {name}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-about">
          <h2 id="footer-about" className="text-18">
            This site
          </h2>
          <ul className="mt-2">
            {(
              [
                [footerLinks.about, 'About'],
                ['/contact', 'Contact'],
                ['/newsletter/archive', 'Past newsletters'],
                ['/saved', 'Saved businesses'],
                [footerLinks.privacyPolicy, 'Privacy Policy'],
                [footerLinks.termsOfUse, 'Terms of Use'],
                [footerLinks.listYourBusiness, 'List Your Business'],
              ] as const
            ).map(([to, name]) => (
              <li key={name}>
                <TargetLink to={to} className={linkClass}>
                  {name}
                </TargetLink>
              </li>
            ))}
          </ul>
        </nav>
        <address className="not-italic wrap-anywhere max-lg:col-span-full">
          <h2 className="text-18">Reach us</h2>
          <p className="mt-2 flex flex-wrap gap-x-5 lg:grid">
            <a href={telephoneLink(contact.phone)} className={`${linkClass} numbers`}>
              {contact.phone}
            </a>
            <a href={`mailto:${contact.email}`} className={linkClass}>
              {contact.email}
            </a>
          </p>
          <p className="mt-1">
            {contact.postalBox.street}, {contact.postalBox.city}, {contact.postalBox.region}{' '}
            {contact.postalBox.postalCode}
          </p>
        </address>
      </Container>
      <Container>
        <div className="border-t border-on-footer/20 py-6">
          <p className="max-w-3xl text-14">{city.disclaimer}</p>
          <p className="mt-1 text-14">
            <SiteLink to="/credits" className={linkClass}>
              Picture credits
            </SiteLink>
          </p>
        </div>
      </Container>
    </DrawnPart>
  );
}
