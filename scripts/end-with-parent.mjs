/**
 * Loaded into every program that run.mjs starts. When run.mjs ends, even by kill -9, the channel between them
 * closes, and the program is told to stop.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a finished program running.
  process.channel.unref();
}
