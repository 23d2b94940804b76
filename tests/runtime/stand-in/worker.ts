import { onStop, report } from '#app/processes/talk-to-supervisor.ts';

const work = setInterval(() => undefined, 1_000);
onStop(async () => clearInterval(work));
report({ type: 'ready' });
