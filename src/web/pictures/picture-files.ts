/** The types and sizes of files that may be uploaded as pictures. */

/** The server's limit. Checked here too, so that megabytes are not sent in vain. */
export const maxPictureBytes = 10 * 1024 * 1024;
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** The reason for which the server would refuse this file; null when it may be sent. */
export function whyNotPicture(file: File): string | null {
  if (file.size > maxPictureBytes) return 'This picture is larger than 10 MB. Please choose a smaller one.';
  if (file.type !== '' && !pictureTypes.includes(file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF picture.';
  return null;
}

/** The kind of picture that the first bytes are of; null for a file that is none, whatever its name says. */
export async function kindOfPicture(file: File): Promise<'jpeg' | 'png' | 'webp' | 'avif' | null> {
  const text = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('\u0089PNG')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  return text.endsWith('ftypavif') ? 'avif' : null;
}
