import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { maxPhotos } from '../business-photos.ts';
import type { EditableBusiness, OwnPhoto } from '../owner-contract.ts';
import { BusinessLogo } from './business-logo.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { PicturePreview } from './picture-preview.tsx';
import { RefusedPictures } from './refused-pictures.tsx';
import { ShownPictures } from './shown-pictures.tsx';
import { useOwnPictures } from './use-own-pictures.ts';
import { usePhotoDrag } from './use-photo-drag.ts';

/** Logo and photos as cards and the page will crop them. */
export default function PictureManager({ business }: { business: EditableBusiness }) {
  const pictures = useOwnPictures(business);
  const { photos, pending } = pictures;
  const [said, setSaid] = useState('');

  function move(photo: OwnPhoto, to: number) {
    const rest = photos.filter(({ id }) => id !== photo.id);
    const place = Math.min(Math.max(to, 0), rest.length);
    if (photos[place]?.id === photo.id) return;
    setSaid(`Photo moved to place ${place + 1} of ${photos.length}`);
    void pictures.arrange(rest.toSpliced(place, 0, photo));
  }

  const drag = usePhotoDrag((id, over) => {
    const moved = photos.find((photo) => photo.id === id);
    if (moved)
      move(
        moved,
        photos.findIndex((photo) => photo.id === over),
      );
  });

  const refusedOf = (isLogo: boolean) => (
    <RefusedPictures
      pictures={pictures.refused.filter((picture) => picture.isLogo === isLogo)}
      onAgain={(picture) => void pictures.again(picture)}
      onDismiss={pictures.dismiss}
    />
  );
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-26">Logo and photos</h2>
      <p className="mt-1 text-16 text-ink-soft">
        JPEG, PNG, WebP or AVIF, at most 10 MB each. Saved at once; what you remove can be put back for 30 seconds.
      </p>
      <ShownPictures isPremium={business.isPremium} pictures={pictures} />
      <LogoPicker business={business} pictures={pictures} />
      {refusedOf(true)}

      <div className="mt-8 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-21">Photos</h3>
        <p className="numbers text-16 text-ink-soft">
          {photos.length} of {maxPhotos}
        </p>
      </div>
      <p className="text-16 text-ink-soft">
        The first one is {business.isPremium ? 'the cover of your page' : 'the one that visitors may see'}. Drag to
        order (by the handle on a touch screen), or use the arrows.
      </p>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {photos.map((photo, place) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            place={place}
            count={photos.length}
            drag={drag}
            onMove={(by) => move(photo, place + by)}
            onAlt={(alt) =>
              void pictures.arrange(photos.map((other) => (other.id === photo.id ? { ...other, alt } : other)))
            }
            onRemove={() => void pictures.remove(photo)}
          />
        ))}
        {pending.map((file) => (
          <li key={`${file.name} ${file.lastModified} ${file.size}`}>
            <PicturePreview
              file={file}
              width={480}
              height={360}
              className="aspect-[4/3] w-full rounded-card border border-line opacity-60"
            />
            <p role="status" className="mt-2 text-16 text-ink-soft">
              Uploading...
            </p>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {refusedOf(false)}
      {photos.length + pending.length < maxPhotos ? (
        <div className="mt-5">
          <FilePicker isMultiple onPick={(_, files) => void pictures.add(files)}>
            <ImagePlus aria-hidden="true" size={18} />
            Add photos
          </FilePicker>
        </div>
      ) : null}
    </Card>
  );
}

interface LogoPickerProps {
  business: EditableBusiness;
  pictures: ReturnType<typeof useOwnPictures>;
}

function LogoPicker({ business, pictures }: LogoPickerProps) {
  const { logoUrl, photos, pendingLogo } = pictures;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-4">
      {pendingLogo ? (
        <PicturePreview
          file={pendingLogo}
          width={128}
          height={128}
          isWhole
          className="size-16 rounded-xl border border-line bg-white"
        />
      ) : (
        <BusinessLogo
          key={logoUrl}
          business={{ logoUrl, imageUrl: photos[0]?.url ?? null, category: business.category }}
        />
      )}
      <FilePicker isBusy={pendingLogo !== null} onPick={(file) => void pictures.setLogo(file)}>
        {pendingLogo ? 'Uploading...' : logoUrl ? 'Change logo' : 'Add logo'}
      </FilePicker>
      {logoUrl ? (
        <Button look="quiet" onClick={() => void pictures.removeLogo()}>
          <Trash2 aria-hidden="true" size={18} />
          Remove logo
        </Button>
      ) : null}
    </div>
  );
}
