/** Draws pictures in a separate process, one at a time. */
import { type ChildProcess, fork } from 'node:child_process';
/** Thrown when a picture cannot be drawn, for any reason. */
export class DrawingError extends Error {}

const timeoutMs = 15_000;

interface DrawingRoom<P> {
  /** @returns the picture's file. Call it for one picture at a time. @throws DrawingError */
  draw: (picture: P) => Promise<Buffer>;
  close: () => void;
}

/** @param entry the program that draws: it answers each message with { file } or { error } */
export function createDrawingRoom<P extends object>(entry: string): DrawingRoom<P> {
  let child: ChildProcess | null = null;

  function running(): ChildProcess {
    if (child?.connected) return child;
    const started = fork(entry, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The drawing process gets none of the site's secrets.
      env: { PATH: process.env.PATH },
    });
    // An idle drawing process must not keep its parent alive.
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
        const onMessage = (answer: { file?: Uint8Array; error?: string }) =>
          end(() => {
            if (answer.file) resolve(Buffer.from(answer.file));
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
