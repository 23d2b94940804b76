import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';

const waitMs = 10_000;
/** About 100 yards: near enough for distances, and no address. */
const digits = 3;

/**
 * Asks the browser for its position, on this click only. Where the visitor or the browser refuses, distances are from the center of
 * the town. Without script the page has a link for that.
 */
export function NearMeButton({ className, onPlace }: { className?: string; onPlace: (near: string) => void }) {
  const { name } = useCity();
  const [isWaiting, setWaiting] = useState(false);

  function ask() {
    const refused = () => {
      setWaiting(false);
      showToast({
        title: 'Your location is not known',
        text: `Your browser did not tell where you are. Distances are from the center of ${name}.`,
      });
      onPlace('center');
    };
    if (!('geolocation' in navigator)) return refused();
    setWaiting(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setWaiting(false);
        onPlace(`${coords.latitude.toFixed(digits)},${coords.longitude.toFixed(digits)}`);
      },
      refused,
      { timeout: waitMs, maximumAge: 300_000 },
    );
  }

  return (
    <Button look="secondary" className={className} aria-disabled={isWaiting} onClick={isWaiting ? undefined : ask}>
      <LocateFixed aria-hidden="true" size={18} />
      {isWaiting ? 'Finding you...' : 'Near me'}
    </Button>
  );
}
