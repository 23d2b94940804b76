/** Has pictures drawn in a process of their own, one at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { SharingPicture } from './sharing-picture.ts';

/** A picture that cannot be drawn, for whatever reason. */
export class DrawingError extends Error {}

const timeoutMs = 15_000;

export interface DrawingRoom {
  /** @returns PNG. Call it for one picture at a time. @throws DrawingError */
  draw: (picture: SharingPicture) => Promise<Buffer>;
  close: () => void;
}

export function createDrawingRoom(entry = join(import.meta.dirname, 'draw-process.ts')): DrawingRoom {
  let child: ChildProcess | null = null;

  function running(): ChildProcess {
    if (child?.connected) return child;
    const started = fork(entry, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // It has no business with the site's secrets.
      env: { PATH: process.env.PATH },
    });
    // A process that only waits to be asked must not keep its parent alive.
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  return {
    draw: (picture) =>
      new Promise((resolve, reject) => {
        const drawer = running();
        const end = (settle: () => void) => {
          clearTimeout(late);
          drawer.off('message', onMessage).off('exit', onExit).off('error', onError);
          drawer.channel?.unref();
          settle();
        };
        const onMessage = (answer: { png?: Uint8Array; error?: string }) =>
          end(() => {
            if (answer.png) resolve(Buffer.from(answer.png));
            else reject(new DrawingError(`the picture could not be drawn: ${answer.error}`));
          });
        const onExit = (code: number | null) =>
          end(() => reject(new DrawingError(`the drawing process ended with ${code ?? 'a signal'}`)));
        const onError = (error: Error) => end(() => reject(new DrawingError(error.message, { cause: error })));
        const late = setTimeout(() => drawer.kill('SIGKILL'), timeoutMs);
        drawer.on('message', onMessage).on('exit', onExit).on('error', onError);
        drawer.channel?.ref();
        drawer.send(picture, (error) => {
          if (error) onError(error);
        });
      }),
    close: () => {
      child?.kill();
      child = null;
    },
  };
}
