import { PictureField } from '#features/staff-frame/web/picture-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Slide, StaffSettings } from '../staff-contract.ts';
import { Rows } from './rows.tsx';
import { SettingForm } from './setting-form.tsx';

const own = 'own';

export function SlidesSetting({ settings: { heroSlides, pictures } }: { settings: StaffSettings }) {
  const first = pictures[0]?.file ?? '';
  return (
    <SettingForm
      name="heroSlides"
      title="Slides on the home page"
      help="Up to eight. The first is what visitors see first; wide pictures look best."
      setting={heroSlides}
      pictures={pictures}
    >
      {({ value, set, errorAt }) => (
        <Rows what="slide" rows={value} empty={{ picture: first, title: '', subtitle: '' }} max={8} onChange={set}>
          {(slide, setSlide, place) => (
            <div className="grid gap-3 sm:grid-cols-2">
              <SlidePicture
                slide={slide}
                place={place}
                pictures={pictures}
                error={errorAt(`${place}.picture`) ?? errorAt(`${place}.picture.src`)}
                altError={errorAt(`${place}.picture.alt`)}
                onChange={(picture) => setSlide({ ...slide, picture })}
              />
              <div className="grid content-start gap-3">
                <TextField
                  label="Title"
                  name={`${place}.title`}
                  maxLength={60}
                  value={slide.title}
                  error={errorAt(`${place}.title`)}
                  onChange={({ target }) => setSlide({ ...slide, title: target.value })}
                />
                <TextField
                  label="Subtitle"
                  name={`${place}.subtitle`}
                  maxLength={120}
                  value={slide.subtitle}
                  error={errorAt(`${place}.subtitle`)}
                  onChange={({ target }) => setSlide({ ...slide, subtitle: target.value })}
                />
              </div>
            </div>
          )}
        </Rows>
      )}
    </SettingForm>
  );
}

interface SlidePictureProps {
  slide: Slide;
  place: number;
  pictures: StaffSettings['pictures'];
  error?: string | undefined;
  altError?: string | undefined;
  onChange: (picture: Slide['picture']) => void;
}

/** Chooses one of the pack's pictures, or an uploaded one with its description. */
function SlidePicture({ slide: { picture }, place, pictures, error, altError, onChange }: SlidePictureProps) {
  const packed = typeof picture === 'string' ? pictures.find(({ file }) => file === picture)?.picture : undefined;
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label="Picture"
        name={`${place}.picture`}
        value={typeof picture === 'string' ? picture : own}
        error={typeof picture === 'string' ? error : undefined}
        onChange={({ target }) => onChange(target.value === own ? { src: '', alt: '' } : target.value)}
      >
        <option value={own}>A picture of your own</option>
        {pictures.map(({ file, picture: { alt } }) => (
          <option key={file} value={file}>
            {alt}
          </option>
        ))}
      </SelectField>
      {packed ? (
        <Picture
          {...packed}
          alt=""
          sizes="240px"
          className="aspect-[2/1] w-60 rounded-control border border-line object-cover"
        />
      ) : null}
      {typeof picture === 'string' ? null : (
        <>
          <PictureField
            label="Your picture"
            src={picture.src || null}
            error={error}
            canRemove={false}
            onChange={(src) => onChange({ ...picture, src: src ?? '' })}
          />
          <TextField
            label="What the picture shows"
            name={`${place}.picture.alt`}
            maxLength={160}
            value={picture.alt}
            error={altError}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
        </>
      )}
    </div>
  );
}
