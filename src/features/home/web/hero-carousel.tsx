/**
 * Six slides that loop and advance every 5 seconds, also after somebody has used the buttons. A pause button
 * stops them (WCAG 2.2.2); visitors who prefer less motion get no autoplay. Without script the slides scroll.
 */
import type { EmblaCarouselType } from 'embla-carousel';
import type { AutoplayType } from 'embla-carousel-autoplay';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { HomeGuide } from '#features/city-guide/contract.ts';
import { whenTakenOver } from '#web/ui/in-turn.tsx';
import { Container } from '#web/ui/layout.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { SlideControls } from './slide-controls.tsx';

const autoplayMs = 5000;
const reducedMotion = '(prefers-reduced-motion: reduce)';

function subscribeToMotion(listener: () => void) {
  const query = matchMedia(reducedMotion);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The server assumes that motion is welcome; the carousel starts in the browser only. */
function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => matchMedia(reducedMotion).matches,
    () => false,
  );
}

interface Running {
  carousel: EmblaCarouselType;
  autoplay: AutoplayType;
}

const loadCarousel = () => Promise.all([import('embla-carousel'), import('embla-carousel-autoplay')]);

/** Loads the carousel's script once the page is taken over: the first slide stands still for seconds anyway. */
function useCarousel(isStill: boolean) {
  const viewport = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState<Running>();
  useEffect(() => {
    let carousel: EmblaCarouselType | undefined;
    let isGone = false;
    const start = ([embla, plugin]: Awaited<ReturnType<typeof loadCarousel>>) => {
      if (isGone || viewport.current === null) return;
      const autoplay = plugin.default({
        delay: autoplayMs,
        stopOnInteraction: false,
        stopOnMouseEnter: false,
        stopOnFocusIn: false,
        playOnInit: false,
      });
      carousel = embla.default(viewport.current, { loop: true, duration: isStill ? 0 : 26 }, [autoplay]);
      setRunning({ carousel, autoplay });
    };
    // When the script does not load, the first slide stays and the page still works.
    whenTakenOver()
      .then(loadCarousel)
      .then(start, () => undefined);
    return () => {
      isGone = true;
      carousel?.destroy();
      setRunning(undefined);
    };
  }, [isStill]);
  return { viewport, carousel: running?.carousel, autoplay: running?.autoplay };
}

interface SlideProps {
  slide: HomeGuide['heroSlides'][number];
  heading: string;
  place: number;
  count: number;
  isCurrent: boolean;
  /** Out of reach for keyboard and screen readers. */
  isInert: boolean;
  /** Its picture is not needed before the carousel has moved. */
  isFar: boolean;
}

function Slide({ slide, heading, place, count, isCurrent, isInert, isFar }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, not a form's fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${count}`}
      inert={isInert}
      data-current={isCurrent}
      data-far={isFar}
      className="relative min-w-0 shrink-0 grow-0 basis-full"
    >
      <Picture
        {...slide.picture}
        sizes="100vw"
        priority={place === 0 ? 'high' : undefined}
        className="hero-picture dims w-full object-cover"
      />
      <div aria-hidden="true" className="hero-veil absolute inset-0 hidden md:block" />
      <Container className="hero-words">
        <p className="text-16 font-semibold tracking-wide text-accent">{heading}</p>
        <h2 className="hero-title">{slide.title}</h2>
        <p className="mt-2 text-18 lg:mt-4 lg:text-21">{slide.subtitle}</p>
      </Container>
    </div>
  );
}

export function HeroCarousel({
  slides,
  heading,
  children,
}: {
  slides: HomeGuide['heroSlides'];
  heading: string;
  children: ReactNode;
}) {
  const isStill = usePrefersReducedMotion();
  const { viewport, carousel, autoplay } = useCarousel(isStill);
  const [current, setCurrent] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const isPlaying = !isPaused && !isStill;

  /** The button press that came before the carousel's script. */
  const wish = useRef<((running: EmblaCarouselType) => void) | null>(null);
  useEffect(() => {
    if (carousel === undefined) return;
    const note = () => setCurrent(carousel.selectedScrollSnap());
    const move = () => setMoved(true);
    carousel.on('select', note);
    carousel.on('scroll', move);
    wish.current?.(carousel);
    wish.current = null;
    return () => {
      carousel.off('select', note);
      carousel.off('scroll', move);
    };
  }, [carousel]);

  useEffect(() => {
    if (isPlaying) autoplay?.play();
    else autoplay?.stop();
  }, [autoplay, isPlaying]);

  const steer = useCallback(
    (act: (running: EmblaCarouselType) => void) => {
      if (carousel === undefined) wish.current = act;
      else {
        act(carousel);
        // Restarts the timer, so that the chosen slide is shown as long as any other.
        autoplay?.reset();
      }
    },
    [carousel, autoplay],
  );
  const goTo = useCallback((slide: number) => steer((running) => running.scrollTo(slide)), [steer]);

  return (
    <section aria-roledescription="carousel" aria-label="Scenes from town" className="hero relative bg-ground-deep">
      <div ref={viewport} className="hero-viewport overflow-hidden">
        <div className="flex touch-pan-y" aria-live={isPlaying ? 'off' : 'polite'}>
          {slides.map((slide, place) => (
            <Slide
              key={slide.picture.src + slide.title}
              slide={slide}
              heading={heading}
              place={place}
              count={slides.length}
              isCurrent={place === current}
              isInert={carousel !== undefined && place !== current}
              isFar={!hasMoved && place > 1}
            />
          ))}
        </div>
      </div>
      <Container className="hero-tools">
        <div className="min-w-[min(100%,20rem)] flex-1 basis-[28rem] lg:max-w-2xl">{children}</div>
        <SlideControls
          count={slides.length}
          current={current}
          isPlaying={isPlaying}
          onPause={() => setPaused(!isPaused)}
          canPlay={!isStill}
          onPrevious={() => steer((running) => running.scrollPrev())}
          onNext={() => steer((running) => running.scrollNext())}
          onGoTo={goTo}
        />
      </Container>
    </section>
  );
}
