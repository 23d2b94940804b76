/** Which files may be sent as pictures. */

/** The server's limit. Checked here too, so that megabytes are not sent in vain. */
const maxBytes = 10 * 1024 * 1024;
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** The reason for which the server would refuse this file; null when it may be sent. */
export function whyNotPicture(file: File): string | null {
  if (file.size > maxBytes) return 'This picture is larger than 10 MB. Please choose a smaller one.';
  if (file.type !== '' && !pictureTypes.includes(file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF picture.';
  return null;
}
