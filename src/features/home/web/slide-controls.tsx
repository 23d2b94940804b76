import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ComponentProps } from 'react';

interface SlideControlsProps {
  count: number;
  current: number;
  isPlaying: boolean;
  /** False when less motion is preferred: then there is nothing to pause. */
  canPlay: boolean;
  onPause: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onGoTo: (slide: number) => void;
}

function RoundButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="grid size-10 place-items-center md:size-11 rounded-full border border-line-strong bg-card text-ink transition-colors hover:bg-ground-deep"
      {...props}
    />
  );
}

/** Previous, next, one dot per slide, and pause. All of them need script. */
export function SlideControls({
  count,
  current,
  isPlaying,
  canPlay,
  onPause,
  onPrevious,
  onNext,
  onGoTo,
}: SlideControlsProps) {
  return (
    <div className="slide-controls needs-script flex flex-wrap items-center gap-1 md:gap-2">
      <RoundButton onClick={onPrevious} aria-label="Previous slide">
        <ChevronLeft aria-hidden="true" size={20} />
      </RoundButton>
      <div className="flex items-center">
        {Array.from({ length: count }, (_, slide) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
            key={slide}
            type="button"
            onClick={() => onGoTo(slide)}
            aria-label={`Go to slide ${slide + 1}`}
            aria-current={slide === current}
            className="grid h-10 w-6 place-items-center md:h-11 md:w-8"
          >
            <span
              className={clsx(
                'block size-3 rounded-full border transition-colors',
                slide === current ? 'border-tile bg-tile' : 'border-line-strong bg-card',
              )}
            />
          </button>
        ))}
      </div>
      <RoundButton onClick={onNext} aria-label="Next slide">
        <ChevronRight aria-hidden="true" size={20} />
      </RoundButton>
      {canPlay ? (
        <RoundButton onClick={onPause} aria-label={isPlaying ? 'Pause slides' : 'Play slides'}>
          {isPlaying ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
        </RoundButton>
      ) : null}
    </div>
  );
}
