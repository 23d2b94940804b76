import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Picture } from './picture.tsx';

const photo = '/media/city/creek.1500x940.webp';

it('offers every stored width as AVIF and as WebP, and reserves the room', () => {
  const html = renderToStaticMarkup(<Picture src={photo} alt="A creek" sizes="100vw" />);
  expect(html).toContain(
    '<source type="image/avif" srcset="/media/city/creek.1500x940@384.avif 384w, /media/city/creek.1500x940@768.avif 768w, /media/city/creek.1500x940@1500.avif 1500w" sizes="100vw"/>',
  );
  expect(html).toContain('/media/city/creek.1500x940@768.webp 768w');
  expect(html).toContain(`src="${photo}" alt="A creek" width="1500" height="940" loading="lazy"`);
});

it.each(['high', 'low'] as const)('loads what is above the fold at once, with priority %s', (priority) => {
  const html = renderToStaticMarkup(<Picture src={photo} alt="" sizes="100vw" priority={priority} />);
  expect(html).toContain(`loading="eager" fetchPriority="${priority}"`);
});

it('shows drawings and addresses of others as they are', () => {
  const drawing = renderToStaticMarkup(<Picture src="/media/city/dam.1600x700.svg" alt="" sizes="100vw" />);
  expect(drawing).not.toContain('<source');
  expect(drawing).toContain('width="1600" height="700"');
  const foreign = renderToStaticMarkup(<Picture src="/logo.png" alt="" sizes="64px" width={64} height={64} />);
  expect(foreign).not.toContain('<source');
  expect(foreign).toContain('src="/logo.png" alt width="64" height="64"');
});

it.each([
  [[70, 30], 'focus-x-70 focus-y-30 cover'],
  [[66.7, 4.9], 'focus-x-70 focus-y-0 cover'],
  [[-5, 130], 'focus-x-0 focus-y-100 cover'],
  [null, 'cover'],
] as const)('keeps %j in sight by classes alone', (focus, className) => {
  const html = renderToStaticMarkup(
    <Picture src={photo} alt="" sizes="100vw" className="cover" focus={focus ? [...focus] : null} />,
  );
  expect(html).toContain(`class="${className}"`);
  expect(html).not.toContain('style=');
});
