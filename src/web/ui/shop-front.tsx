import sprite from 'virtual:shop-front-sprite';
import { clsx } from 'clsx';

/**
 * A shop under oaks, its awning in the color of the `tint-…` class around it: the picture of a business
 * without a photo.
 */
export function ShopFront({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 640 400" className={clsx('shop-front', className)}>
      <use href={`${sprite}#shop-front`} />
    </svg>
  );
}
