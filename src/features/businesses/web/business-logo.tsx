import { clsx } from 'clsx';
import { useCallback, useState } from 'react';
import { categoryColor } from '#features/categories/category-color.ts';
import { readPictureAddress } from '#shared/picture.ts';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { farClass } from '#web/ui/far-picture.ts';
import { Picture } from '#web/ui/picture.tsx';
import type { BusinessSummary } from '../contract.ts';

const sizes = {
  /** 16 by 16 units. */
  card: { box: 'size-16', glyph: 'size-11', width: 64 },
  page: { box: 'size-20 lg:size-28', glyph: 'size-14 lg:size-20', width: 112 },
};

/** Photos are at most 16 by 9. */
const widestPhoto = 1.8;

/** A photo as a logo fills its box; a wide lettering or a drawing is shown whole. */
function fillsBox(logoUrl: string): boolean {
  const address = readPictureAddress(logoUrl);
  if (address === null || address.format === 'svg') return false;
  const ratio = address.width / address.height;
  return ratio > 1 / widestPhoto && ratio < widestPhoto;
}

/** The logo; where there is none or it does not load, the photo, and then the category's drawing. */
export function BusinessLogo({
  business,
  size = 'card',
  isEarly = false,
}: {
  business: Pick<BusinessSummary, 'logoUrl' | 'imageUrl' | 'category'>;
  size?: keyof typeof sizes;
  /** Above the fold. */
  isEarly?: boolean;
}) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const src = [business.logoUrl, business.imageUrl].find((url) => url !== null && !failed.includes(url));
  const fail = useCallback(() => {
    if (src) setFailed((before) => [...before, src]);
  }, [src]);
  // A picture may have failed before the script could listen for its error.
  const check = useCallback(
    (box: HTMLElement | null) => {
      const image = box?.querySelector('img');
      if (image?.complete && image.naturalWidth === 0) fail();
    },
    [fail],
  );
  const { box, glyph, width } = sizes[size];
  const isWhole = src && src === business.logoUrl && !fillsBox(src);
  return (
    <div
      ref={check}
      className={clsx(
        `logo-box ${box} ${src ? 'bg-white' : `tint-${categoryColor(business.category)} tint-fill`}`,
        src && !isEarly && farClass,
      )}
    >
      {src ? (
        <Picture
          key={src}
          src={src}
          alt=""
          width={width}
          height={width}
          sizes={`${width}px`}
          priority={isEarly ? 'low' : undefined}
          className={clsx('absolute inset-0 size-full', isWhole ? 'object-contain' : 'object-cover')}
          onError={fail}
        />
      ) : (
        <CategoryGlyph icon={business.category} className={glyph} />
      )}
    </div>
  );
}
