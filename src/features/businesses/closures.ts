import * as z from 'zod/mini';

/** Days on which a business is closed, in order: the first and the last day ('2026-12-24', on the city's calendar). */
export const Closures = z.array(z.object({ from: z.string(), to: z.string(), note: z.string() }));
export type Closures = z.infer<typeof Closures>;
