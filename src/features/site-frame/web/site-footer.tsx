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
      <Container className="tile-columns gap-x-6 gap-y-10 py-12 [--columns:2] sm:gap-x-10 lg:grid-cols-[1.5fr_1fr_1fr_1.2fr]">
        <div className="max-lg:col-span-full">
          <div className="flex items-center gap-2.5">
            <Wordmark name={city.name} region={city.region} />
          </div>
          <p className="mt-4 max-w-xs">{city.tagline}</p>
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
            <li>
              <TargetLink to={footerLinks.about} className={linkClass}>
                About
              </TargetLink>
            </li>
            <li>
              <SiteLink to="/contact" className={linkClass}>
                Contact
              </SiteLink>
            </li>
            <li>
              <TargetLink to={footerLinks.privacyPolicy} className={linkClass}>
                Privacy Policy
              </TargetLink>
            </li>
            <li>
              <TargetLink to={footerLinks.termsOfUse} className={linkClass}>
                Terms of Use
              </TargetLink>
            </li>
            <li>
              <TargetLink to={footerLinks.listYourBusiness} className={linkClass}>
                List Your Business
              </TargetLink>
            </li>
          </ul>
        </nav>
        <address className="not-italic wrap-anywhere max-lg:col-span-full">
          <h2 className="text-18">Reach us</h2>
          <p className="mt-2">
            <a href={telephoneLink(contact.phone)} className={`${linkClass} numbers`}>
              {contact.phone}
            </a>
          </p>
          <p>
            <a href={`mailto:${contact.email}`} className={linkClass}>
              {contact.email}
            </a>
          </p>
          <p className="mt-1">
            {contact.postalBox.street}
            <br />
            {contact.postalBox.city}, {contact.postalBox.region} {contact.postalBox.postalCode}
          </p>
        </address>
      </Container>
      <Container className="border-t border-on-footer/20 py-6">
        <p className="max-w-3xl text-14">{city.disclaimer}</p>
        <p className="mt-1 text-14">
          <SiteLink to="/credits" className={linkClass}>
            Picture credits
          </SiteLink>
        </p>
      </Container>
    </DrawnPart>
  );
}
