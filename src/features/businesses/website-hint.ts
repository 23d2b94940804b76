import { BusinessForm } from './business-form.ts';

/** Asks about a website that no browser could open. '' for a web address, and for an empty field. */
export function websiteHint(website: string): string {
  const text = website.trim();
  const name = /^(?:https?:\/\/)?(?:www\.)?([a-z\d-]+)\/?$/i.exec(text)?.[1];
  if (name !== undefined) return `This is not a web address. Did you mean https://${name.toLowerCase()}.com?`;
  return BusinessForm.shape.website.safeParse(text).success
    ? ''
    : 'This is no web address, such as https://example.com.';
}
