import type { KeyboardEvent, MouseEvent } from 'react';
import { readPictureAddress } from '#shared/picture.ts';
import { Picture } from '#web/ui/picture.tsx';

type Focus = [left: number, top: number];

interface FocusPickerProps {
  src: string;
  alt: string;
  focus: Focus | null;
  onChange: (focus: Focus) => void;
}

/** Pages crop in steps of ten percent (picture-focus.css). */
const step = 10;
const snap = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / step) * step));

const keys: Record<string, Focus> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The whole picture. A click or the arrow keys set the part that must stay visible when pages crop it. */
export function FocusPicker({ src, alt, focus, onChange }: FocusPickerProps) {
  const [left, top] = focus ?? [50, 50];
  const { width, height } = readPictureAddress(src) ?? { width: 16, height: 10 };
  function press(event: MouseEvent<HTMLButtonElement>) {
    // A press by keyboard has no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange([
      snap(((event.clientX - box.left) / box.width) * 100),
      snap(((event.clientY - box.top) / box.height) * 100),
    ]);
  }
  function move(event: KeyboardEvent) {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onChange([snap(left + by[0]), snap(top + by[1])]);
  }
  const where = `${left} % from the left, ${top} % from the top`;
  return (
    <div>
      <button
        type="button"
        aria-label={`Focus of the picture: ${where}`}
        aria-describedby="focus-help"
        onClick={press}
        onKeyDown={move}
        className="relative block w-full max-w-md cursor-crosshair overflow-hidden rounded-control"
      >
        <Picture src={src} alt="" sizes="22rem" className="block h-auto w-full" />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="absolute inset-0 h-full w-full">
          <circle
            cx={(left / 100) * width}
            cy={(top / 100) * height}
            r={width / 28}
            className="fill-transparent stroke-white"
            strokeWidth={width / 90}
          />
          <circle
            cx={(left / 100) * width}
            cy={(top / 100) * height}
            r={width / 23}
            className="fill-transparent stroke-ink"
            strokeWidth={width / 180}
          />
        </svg>
      </button>
      <p id="focus-help" className="mt-1.5 text-14 text-ink-soft">
        Press what must stay visible when the picture is cropped, or use the arrow keys.
      </p>
      <p role="status" className="sr-only">
        {focus ? where : ''}
      </p>
      <p className="mt-3 text-14 text-ink-soft">As on cards</p>
      <Picture
        src={src}
        alt={alt}
        focus={focus}
        sizes="14rem"
        className="mt-1 aspect-[16/10] w-56 max-w-full rounded-control object-cover"
      />
    </div>
  );
}
