import { Flag, Share2 } from 'lucide-react';
import { Link } from '#web/router/link.tsx';
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { SaveButton } from './save-later.tsx';
import { shareBusiness } from './share-business.ts';

interface ActionsCardProps {
  slug: string;
  name: string;
  /** The full address of the business's page. */
  url: string;
  onReport: () => void;
}

/** Without script, sharing writes an e-mail and reporting leads to the form on the page. */
export function ActionsCard({ slug, name, url, onReport }: ActionsCardProps) {
  const hydrated = useHydrated();
  const share = (
    <>
      <Share2 aria-hidden="true" size={18} />
      Share Business
    </>
  );
  const report = (
    <>
      <Flag aria-hidden="true" size={18} />
      Report Issue
    </>
  );
  return (
    <Card className="grid gap-3 p-5 lg:p-6 print:hidden">
      {hydrated ? (
        <>
          {/* On a phone the bar at the bottom has it. */}
          <SaveButton slug={slug} className={`${buttonClass('secondary')} max-lg:hidden`} />
          <Button look="secondary" data-count="share" onClick={() => void shareBusiness(name, url)}>
            {share}
          </Button>
          <Button look="secondary" aria-haspopup="dialog" onClick={onReport}>
            {report}
          </Button>
        </>
      ) : (
        <>
          <ButtonLink
            look="secondary"
            to={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`}
          >
            {share}
          </ButtonLink>
          <a href="#report" className={buttonClass('secondary')}>
            {report}
          </a>
        </>
      )}
      <p className="text-16 text-ink-soft">
        You know what is right?{' '}
        <Link to={`/business/${slug}/suggest-change`} rel="nofollow" className="inline-flex min-h-11 items-center">
          Send the correction
        </Link>
      </p>
    </Card>
  );
}
