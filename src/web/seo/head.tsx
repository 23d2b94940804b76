/** Title, description, canonical address and sharing tags of a page. */

import { withoutTags } from '#shared/without-tags.ts';
import { useLocation } from '#web/router/router.tsx';
import { type HeadTag, useHead } from './use-head.ts';

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
  const named = (name: string, content: string): HeadTag => ['meta', { name, content }];
  const shared = (property: string, content: string): HeadTag => ['meta', { property: `og:${property}`, content }];
  useHead(title, [
    named('description', description),
    props.noIndex ? named('robots', 'noindex') : ['link', { rel: 'canonical', href: canonical }],
    shared('title', title),
    shared('description', description),
    shared('type', props.type ?? 'website'),
    shared('url', canonical),
    shared('site_name', props.siteName),
    shared('image', props.siteUrl + (props.image ?? '/og/site.png')),
    shared('image:width', '1200'),
    shared('image:height', '630'),
    named('twitter:card', 'summary_large_image'),
  ]);
  return null;
}

/** The title while a page loads, or when it did not. */
export function HeadTitle({ title }: { title: string }) {
  useHead(title, []);
  return null;
}
