import { useQuery } from '@tanstack/react-query';
import { MapStateCard } from '#features/maps/web/map-state-card.tsx';
import { SampleContentCard } from '#features/sample-content/web/sample-content-card.tsx';
import { getSettings } from '#features/settings/staff-contract.ts';
import { ChecksCard } from '#features/settings/web/checks-card.tsx';
import { ContactSetting } from '#features/settings/web/contact-setting.tsx';
import { HelpfulLinksSetting } from '#features/settings/web/helpful-links-setting.tsx';
import { LinkSettings } from '#features/settings/web/link-settings.tsx';
import { OwnerPostsSetting } from '#features/settings/web/owner-posts-setting.tsx';
import { PostalBoxSetting } from '#features/settings/web/postal-box-setting.tsx';
import { SecondFactorCard } from '#features/settings/web/second-factor-card.tsx';
import { SlidesSetting } from '#features/settings/web/slides-setting.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The parts that every site has. */
const parts = [
  ['contact', 'Contact'],
  ['postalBox', 'Postal address'],
  ['footerLinks', 'Links at the foot'],
  ['discoverLinks', 'Discover tiles'],
  ['adsContact', 'Contact for ads'],
  ['heroSlides', 'Slides'],
  ['helpfulLinks', 'Helpful links'],
  ['ownerPosts', 'Owners may publish'],
  ['map', 'Map'],
  ['check-up', 'Check-up'],
] as const;

export function Page() {
  const { data, error, refetch } = useQuery(endpointQuery(getSettings, {}));
  return (
    <>
      <StaffHeading title="Settings">
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="secondary" to="/staff/categories">
            Categories
          </ButtonLink>
          <ButtonLink look="secondary" to="/staff/properties">
            Properties
          </ButtonLink>
          <ButtonLink look="secondary" to="/staff/mail-texts">
            Mails
          </ButtonLink>
          <ButtonLink look="secondary" to="/staff/failed-mails">
            Failed mails
          </ButtonLink>
        </div>
      </StaffHeading>
      <p className="mb-4 max-w-[66ch] text-16 text-ink-soft">
        What is changed here shows on every page at once. What the site came with is kept, and every part can go back to
        it.
      </p>
      {data ? (
        <div className="grid gap-6">
          <nav aria-label="On this page" className="flex flex-wrap gap-x-5 text-16">
            {parts.map(([id, name]) => (
              <a key={id} href={`#${id}-title`} className="inline-flex min-h-11 items-center">
                {name}
              </a>
            ))}
          </nav>
          <ContactSetting setting={data.contact} />
          <PostalBoxSetting setting={data.postalBox} />
          <LinkSettings settings={data} />
          <SlidesSetting settings={data} />
          <HelpfulLinksSetting setting={data.helpfulLinks} />
          <OwnerPostsSetting setting={data.ownerPosts} />
          <MapStateCard />
          <SecondFactorCard />
          <ChecksCard />
          <SampleContentCard />
        </div>
      ) : error ? (
        <LoadFailed message="We could not load the settings." onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </>
  );
}
