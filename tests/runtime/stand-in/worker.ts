import { onStop, report } from '#app/supervised.ts';

const work = setInterval(() => undefined, 1_000);
onStop(async () => clearInterval(work));
report({ type: 'ready' });
