import { useSaved } from './saved-store.ts';
import { HeartIcon, toggleHeart } from './toggle-heart.tsx';

interface SaveButtonProps {
  slug: string;
  className: string;
  /** In the bar at the bottom of a phone's screen, where there is no room for the link to the list. */
  isInBar?: boolean;
}

/** Saves a business on its own page. Its name begins with the same word in both states, so that it is found again by it. */
export default function SaveButton({ slug, className, isInBar = false }: SaveButtonProps) {
  const isSaved = useSaved()?.includes(slug) ?? false;
  return (
    <>
      <button type="button" className={className} aria-pressed={isSaved} onClick={() => toggleHeart(slug)}>
        <HeartIcon isSaved={isSaved} size={isInBar ? 22 : 18} />
        {isSaved ? 'Saved' : 'Save'}
      </button>
      {isSaved && !isInBar ? (
        <a href="/saved" data-site-link="" className="inline-flex min-h-11 items-center justify-center text-16">
          See what you saved
        </a>
      ) : null}
    </>
  );
}
