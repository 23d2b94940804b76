import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { Picture } from '#web/ui/picture.tsx';
import type { BusinessPhoto } from '../business-photos.ts';

const PhotoLightbox = lazy(() => import('./photo-lightbox.tsx').catch(() => ({ default: () => <></> })));

/** Each photo opens large in a dialog; without script it opens by itself. */
export function PhotoGrid({ photos }: { photos: readonly BusinessPhoto[] }) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <ul className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3">
        {photos.map(({ url, alt, isLogo }, place) => (
          <li key={url}>
            <a
              href={url}
              className={clsx(
                'photo block aspect-[4/3] overflow-hidden rounded-card border border-line bg-white',
                isLogo && 'dims',
              )}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setShown(place);
              }}
            >
              <Picture
                src={url}
                alt={alt}
                width={400}
                height={300}
                sizes="(min-width: 64rem) 15rem, (min-width: 48rem) 33vw, 50vw"
                className={clsx('h-full w-full', isLogo ? 'object-contain p-5' : 'object-cover')}
              />
            </a>
          </li>
        ))}
      </ul>
      {shown === null ? null : (
        <Suspense>
          <PhotoLightbox photos={photos} first={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
