import { Share2 } from 'lucide-react';
import { sharePage } from '#web/share-page.ts';
import { useHydrated } from '#web/use-hydrated.ts';
import { Button, ButtonLink } from './button.tsx';

interface ShareButtonProps {
  /** 'Share this story' */
  label: string;
  /** 'story' */
  what: string;
  title: string;
  /** The page's whole address. */
  url: string;
}

/** Shares a page; without script it writes an email. */
export function ShareButton({ label, what, title, url }: ShareButtonProps) {
  const isHydrated = useHydrated();
  const face = (
    <>
      <Share2 aria-hidden="true" size={18} />
      {label}
    </>
  );
  return isHydrated ? (
    <Button look="secondary" onClick={() => void sharePage(title, url, what)}>
      {face}
    </Button>
  ) : (
    <ButtonLink look="secondary" to={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>
      {face}
    </ButtonLink>
  );
}
