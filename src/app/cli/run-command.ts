import { resolve } from 'node:path';
import { EnvError } from '#server/env-variable.ts';
import { describeError } from '#server/log.ts';

/** A mistake that the person at the command line can correct: only the message is shown. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Somebody asked how the command is used: the text is shown, and nothing went wrong. */
export class CommandHelp extends Error {
  override name = 'CommandHelp';
}

/**
 * Resolves a file that the person named against their folder: npm itself runs everything in the project's.
 */
export function resolvePath(argument: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), argument);
}

/** The file system's errors in words for people. */
const fileTroubles: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'this account may not use it',
  EPERM: 'this account may not use it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
};

function describeFileTrouble(error: Error): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  const trouble = fileTroubles[code ?? ''];
  return trouble && path && `${path}: ${trouble}.`;
}

/** Runs a command. A failure is one line for people, with a stack only for a defect of the program. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  try {
    await command();
  } catch (error) {
    const isDefect = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
    if (error instanceof CommandHelp) {
      console.log(error.message);
      process.exit(0);
    }
    if (error instanceof EnvError || error instanceof CommandError) console.error(error.message);
    else if (isDefect || !(error instanceof Error)) console.error(error);
    else console.error(describeFileTrouble(error) ?? `Error: ${describeError(error)}`);
    process.exit(1);
  }
}
