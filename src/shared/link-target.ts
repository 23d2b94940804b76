/** A path of this site or a web address; anything else could run script or leave for a made-up scheme. */
export function isLinkTarget(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).hostname.includes('.');
}
