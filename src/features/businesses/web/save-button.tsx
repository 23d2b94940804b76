import { useSaved } from './saved-store.ts';
import { HeartIcon, toggleHeart } from './toggle-heart.tsx';

/** Saves a business on its own page. */
export default function SaveButton({ slug, className }: { slug: string; className: string }) {
  const isSaved = useSaved()?.includes(slug) ?? false;
  return (
    <>
      <button type="button" className={className} aria-pressed={isSaved} onClick={() => toggleHeart(slug)}>
        <HeartIcon isSaved={isSaved} size={18} />
        Save
      </button>
      {isSaved ? (
        <a href="/saved" data-site-link="" className="inline-flex min-h-11 items-center justify-center text-16">
          See what you saved
        </a>
      ) : null}
    </>
  );
}
