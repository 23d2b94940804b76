import { useSaved } from './saved-store.ts';
import { HeartIcon, toggleHeart } from './toggle-heart.tsx';

/** The heart of a card. It lies above the link that covers the card. */
export default function SaveHeart({ slug, name }: { slug: string; name: string }) {
  const isSaved = useSaved()?.includes(slug) ?? false;
  return (
    <button
      type="button"
      className="card-heart"
      aria-label={`Save ${name}`}
      aria-pressed={isSaved}
      onClick={() => toggleHeart(slug)}
    >
      <HeartIcon isSaved={isSaved} size={20} />
    </button>
  );
}
