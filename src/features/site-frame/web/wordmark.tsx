/** The town's name as its logo: a live oak with a star in its crown, and the name in the display face. */
const oak =
  'M4.3 18.8A4.2 4.2 0 0 1 2 11.6A4.6 4.6 0 0 1 5.9 6.2A5.3 5.3 0 0 1 12.8 3.1A5 5 0 0 1 19.2 3.1A5.3 5.3 0 0 1 26.1 6.2A4.6 4.6 0 0 1 30 11.6A4.2 4.2 0 0 1 27.7 18.8Q25.2 19.6 23.2 18.3Q21.5 21.2 18.1 23.2Q17.9 27.2 21.6 29.6Q16 28.4 10.4 29.6Q14.1 27.2 13.9 23.2Q10.5 21.2 8.8 18.3Q6.8 19.6 4.3 18.8zM11.3 18.5Q12.3 20.2 14.3 21.3Q14.7 19.8 14.3 18.3Q12.8 19.1 11.3 18.5zM20.7 18.5Q19.7 20.2 17.7 21.3Q17.3 19.8 17.7 18.3Q19.2 19.1 20.7 18.5zM16.00 5.60L14.62 9.50L10.48 9.61L13.77 12.13L12.59 16.09L16.00 13.75L19.41 16.09L18.23 12.13L21.52 9.61L17.38 9.50z';

export function Wordmark({ name, region }: { name: string; region: string }) {
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0 fill-current">
        <path fillRule="evenodd" d={oak} />
      </svg>
      <span className="font-display text-21 leading-none font-semibold tracking-tight">
        {name}
        <span className="ml-1.5 text-14 font-medium tracking-normal opacity-80">{region}</span>
      </span>
    </>
  );
}
