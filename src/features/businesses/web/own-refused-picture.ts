import { ApiError, problemMessage } from '#web/api-client/api-error.ts';

/** A file that was not taken, kept until its person has seen why. */
export interface RefusedPicture {
  file: File;
  text: string;
  isLogo: boolean;
  /** The connection or the site failed, not the file. */
  mayWork: boolean;
  /** No answer came, as when its person leaves the page meanwhile: the site may have it. */
  isUnsure: boolean;
}

const failed = 'The picture could not be saved. Please check the connection and try again.';

export const whyRefused = (error: unknown) => ({
  text: problemMessage(error, failed),
  mayWork: !(error instanceof ApiError) || error.status >= 500 || error.status === 429,
  isUnsure: !(error instanceof ApiError),
});
