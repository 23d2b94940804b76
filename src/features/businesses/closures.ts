import * as z from 'zod/mini';

/** Holidays and the like in order: first and last day ('2026-12-24', on the city's calendar), both closed. */
export const Closures = z.array(z.object({ from: z.string(), to: z.string(), note: z.string() }));
export type Closures = z.infer<typeof Closures>;
