/**
 * Loaded into every program that run.mjs starts. When run.mjs is gone, even by kill -9, the channel between them closes:
 * the program is then told to stop, as by its operator.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone keeps no program running that has finished.
  process.channel.unref();
}
