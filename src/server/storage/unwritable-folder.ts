import { dirname } from 'node:path';

const remedies: Record<string, string> = {
  EACCES: 'the user that runs the site may not write to it: make it that user’s',
  EPERM: 'the user that runs the site may not write to it: make it that user’s',
  EROFS: 'it is on a disk that can only be read: mount it to be written to',
  EEXIST: 'a file is in its place: move that away',
  ENOTDIR: 'a file is in its place: move that away',
};
const ofFiles = /^(mkdir|mkdtemp|open|rename|rm|unlink|lstat)$/;

/** The folder in which no file can be saved, and what its owner has to do; undefined for any other error. */
export function unwritableFolder(error: unknown): { folder: string; remedy: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  if (remedy === undefined || path === undefined || !ofFiles.test(syscall)) return undefined;
  return { folder: syscall === 'mkdir' ? path : dirname(path), remedy };
}
