import { Picture } from '#web/ui/picture.tsx';

/** A picture across the page of a premium business; a drawn shop front (cards.css) where it cannot be loaded. */
export function BusinessCover({ src }: { src: string }) {
  return (
    <div className="business-cover mt-1 mb-4 overflow-hidden rounded-card border border-gold-line shadow-lift lg:mt-3 lg:mb-8">
      <Picture
        src={src}
        alt=""
        width={1180}
        height={369}
        sizes="(min-width: 73.75rem) 69.75rem, 100vw"
        priority="high"
        className="size-full object-cover"
      />
    </div>
  );
}
