import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Link } from '#web/router/link.tsx';
import { reasonParts } from '../reason-parts.ts';

/** The words of staff, a paragraph for each line, with links that can be tapped. */
export function OwnReason({ text }: { text: string }) {
  const { siteUrl } = useCity();
  return reasonParts(`Reason: ${text}`, siteUrl).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text stay where they are
    <p key={at} className="not-first:mt-1 [overflow-wrap:anywhere]">
      {line.map((part) =>
        typeof part === 'string' ? (
          part
        ) : part.href.startsWith('/') ? (
          <Link key={part.href} to={part.href}>
            {part.label}
          </Link>
        ) : (
          <a key={part.href} href={part.href}>
            {part.label}
          </a>
        ),
      )}
    </p>
  ));
}
