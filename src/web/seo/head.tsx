/** Title, description, canonical address and sharing tags of a page; React moves them into <head>. */

import { withoutTags } from '#shared/without-tags.ts';
import { useLocation } from '#web/router/router.tsx';

export interface HeadProps {
  /** Without the site's name, which is added here. */
  title: string;
  description: string;
  siteName: string;
  siteUrl: string;
  /** Default: the path that was asked for, without its query parameters. */
  canonicalPath?: string;
  /** Path of the sharing picture, 1200 by 630 px. */
  image?: string;
  type?: 'website' | 'article';
  noIndex?: boolean;
}

const maxDescriptionLength = 160;

/** Cuts a description to 160 characters at a word's end, with an ellipsis (docs/product-rules.md#pages). */
function cutDescription(text: string): string {
  const plain = withoutTags(text);
  if (plain.length <= maxDescriptionLength) return plain;
  const cut = plain.slice(0, maxDescriptionLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100)).replace(/[\s,;.]+$/, '')}…`;
}

export function Head(props: HeadProps) {
  const { pathname } = useLocation();
  const title = `${props.title} | ${props.siteName}`;
  const description = cutDescription(props.description);
  const canonical = props.siteUrl + (props.canonicalPath ?? pathname);
  const image = props.siteUrl + (props.image ?? '/og/site.png');
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {props.noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={props.type ?? 'website'} />
      <meta property="og:url" content={canonical} />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
