import { framePath, type MapFrame, type MapTheme, mapShapes } from '../map-frame.ts';

/**
 * Both themes are in the page, because a visitor may have chosen another one than the device's. A picture that is not
 * shown is not loaded.
 */
export function MapPicture({ frame, label }: { frame: MapFrame; label: string }) {
  const { width, height } = mapShapes[frame.shape];
  const picture = (theme: MapTheme) => (
    <picture className={`map-${theme}`}>
      <source type="image/avif" srcSet={framePath(frame, theme, 'avif')} />
      <img
        src={framePath(frame, theme, 'webp')}
        alt={label}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  );
  return (
    <>
      {picture('light')}
      {picture('dark')}
    </>
  );
}
