/** The part of a listing's form that says where it is: a map with a pin, or two numbers. */
import { MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { MovablePinMap } from '#features/maps/web/movable-pin-map.tsx';
import { StaticMap } from '#features/maps/web/static-map.tsx';
import type { Place } from '#shared/listing-fields.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { coordinates, placeWords, readNumbers, readPlace, roundDegrees } from '../place.ts';
import { doubtPlace } from '../place-doubt.ts';

/** The address of this part of a form: '/edit-business/{id}#place'. */
const placeHash = '#place';

interface PlaceFieldProps {
  /** As typed; '' for none. */
  latitude: string;
  longitude: string;
  address: string;
  errors: FieldErrors;
  onChange: (typed: { latitude: string; longitude: string }) => void;
}

export function PlaceField({ latitude, longitude, address, errors, onChange }: PlaceFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const numbers = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The browser looked for this part before the form was there.
    if (location.hash === placeHash) part.current?.scrollIntoView();
  }, []);
  const place = readPlace({ latitude, longitude });
  const error = errors['latitude'] ?? errors['longitude'];
  useEffect(() => {
    // It stays open while the numbers are corrected.
    if (error !== undefined && numbers.current) numbers.current.open = true;
  }, [error]);
  const move = (to: Place) =>
    onChange({ latitude: String(roundDegrees(to.latitude)), longitude: String(roundDegrees(to.longitude)) });
  const coordinate = (name: keyof typeof coordinates, label: string) => (
    <TextField
      name={name}
      label={label}
      inputMode="text"
      autoComplete="off"
      placeholder={coordinates[name].example}
      value={name === 'latitude' ? latitude : longitude}
      error={errors[name]}
      onChange={({ target }) => onChange({ latitude, longitude, [name]: target.value })}
    />
  );
  return (
    <div ref={part} className="grid gap-4 scroll-mt-24">
      <PinWords place={place} numbers={readNumbers({ latitude, longitude })} onMend={move} />
      {isOpen ? (
        <div>
          <p className="mb-3 text-16 text-ink-soft">
            Drag the pin, click the map, or move the pin with the arrow keys. Visitors find the door by it.
          </p>
          <MovablePinMap place={place} onMove={move} />
        </div>
      ) : (
        <>
          {place ? <StaticMap {...place} label={`Map: ${address}`} className="max-w-[400px]" /> : null}
          <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
            <MapPin aria-hidden="true" size={18} />
            {place ? 'Move the pin' : 'Show where it is'}
          </Button>
        </>
      )}
      <details ref={numbers}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
          Enter coordinates instead
        </summary>
        <div className="mt-2 grid gap-5 sm:grid-cols-2">
          {coordinate('latitude', 'Latitude')}
          {coordinate('longitude', 'Longitude')}
        </div>
      </details>
      {place ? (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() => {
            setOpen(false);
            onChange({ latitude: '', longitude: '' });
          }}
        >
          Take the pin off the map
        </Button>
      ) : null}
    </div>
  );
}

interface PinWordsProps {
  place: Place | null;
  /** The numbers as typed, which may be no place while they are exchanged. */
  numbers: Place | null;
  onMend: (place: Place) => void;
}

/** Says where the pin is, and asks about one that is far from town; that refuses nothing. */
function PinWords({ place, numbers, onMend }: PinWordsProps) {
  const { center, name } = useCity();
  const said = useRef<HTMLDivElement>(null);
  const doubt = numbers === null ? null : doubtPlace(numbers, center);
  const meant = doubt?.meant ?? null;
  const isSwapped = meant !== null && Math.abs(meant.longitude) !== Math.abs(numbers?.longitude ?? 0);
  return (
    <div>
      <div ref={said} role="status" tabIndex={-1} className="text-16">
        <p>{place ? `The pin is at ${placeWords(place)}.` : 'This address has no place on the map yet.'}</p>
        {doubt ? (
          <p className="mt-2 rounded-control bg-gold-ground p-3 text-ink">
            {doubt.miles === null ? '' : `That is about ${doubt.miles} miles from ${name}. `}
            {meant === null
              ? 'Are both numbers right?'
              : isSwapped
                ? 'Are the two numbers exchanged?'
                : 'Is a minus sign missing?'}
          </p>
        ) : null}
      </div>
      {meant ? (
        <Button
          look="secondary"
          className="mt-2"
          onClick={() => {
            // The button goes with the doubt.
            said.current?.focus();
            onMend(meant);
          }}
        >
          Put it at {placeWords(meant)}
        </Button>
      ) : null}
    </div>
  );
}
