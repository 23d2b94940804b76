/**
 * Loaded into every program that run.mjs starts. When run.mjs ends, even by kill -9, the channel between them
 * closes, and the program is told to stop.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a finished program running.
  process.channel.unref();
  // Children of the program get its flags. One that only waits for a message lives by its channel, so it must not load this file.
  const flag = process.execArgv.indexOf(import.meta.url);
  if (flag > 0) process.execArgv.splice(flag - 1, 2);
}
