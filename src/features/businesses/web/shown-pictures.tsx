import { Link } from '#web/router/link.tsx';
import { maxPhotos } from '../business-photos.ts';
import type { useOwnPictures } from './use-own-pictures.ts';

interface ShownPicturesProps {
  isPremium: boolean;
  pictures: ReturnType<typeof useOwnPictures>;
}

const choices = [
  ['photo', 'The first photo'],
  ['logo', 'The logo'],
] as const;

/** Says which pictures visitors see, and lets the owner of a basic listing choose the one. */
export function ShownPictures({ isPremium, pictures }: ShownPicturesProps) {
  const { logoUrl, photos, basicPicture } = pictures;
  if (isPremium) {
    return <p className="mt-1 text-16 text-ink-soft">Visitors see your logo and up to {maxPhotos} photos.</p>;
  }
  const hasBoth = logoUrl !== null && photos.length > 0;
  const isMore = hasBoth || photos.length > 1;
  return (
    <div className="mt-4 rounded-card border border-gold-line bg-gold-ground p-4 text-16">
      <p>
        A basic listing shows one picture.
        {isMore && !hasBoth ? ' Visitors see the first photo.' : ''}
        {isMore ? ' The others are kept, and not shown.' : ''} With Premium, your logo and up to {maxPhotos} photos are
        shown.{' '}
        <Link to="/get-listed" className="underline">
          See what Premium adds
        </Link>
      </p>
      {hasBoth ? (
        <fieldset className="mt-2">
          <legend className="font-semibold">Visitors see</legend>
          <div className="flex flex-wrap gap-x-6">
            {choices.map(([value, label]) => (
              <label key={value} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="basic-picture"
                  value={value}
                  checked={basicPicture === value}
                  onChange={() => void pictures.choose(value)}
                  className="size-5 shrink-0 accent-action"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
    </div>
  );
}
