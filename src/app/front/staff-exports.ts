/** Lists that staff download as CSV files. They are sent as they are read, however long they are. */
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { AuditSearch } from '#features/audit/contract.ts';
import { exportAudit } from '#features/audit/server/export-audit.ts';
import { Month } from '#features/billing-desk/month-contract.ts';
import { exportMoneyActs } from '#features/billing-desk/server/export-money-acts.ts';
import { exportPlanPayments } from '#features/billing-desk/server/export-plan-payments.ts';
import { exportBusinesses } from '#features/businesses/server/export-businesses.ts';
import { BusinessFilter } from '#features/businesses/staff-contract.ts';
import { exportEvents } from '#features/events/server/export-events.ts';
import { EventFilter } from '#features/events/staff-contract.ts';
import { exportOrders } from '#features/listing-orders/server/export-orders.ts';
import { checkOrigin } from '#server/http/csrf.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { dayOf } from '#shared/dates.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { forStaff, missing } from './for-staff.ts';

export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Disposition': `attachment; filename="${fileName}"`,
});

async function* asBytes(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Sends pieces as they come; whoever closes the download ends the reading, too. */
export const sendPieces = (c: Context, pieces: AsyncGenerator<string>, fileName: string): Response =>
  c.body(Readable.toWeb(Readable.from(asBytes(pieces))) as ReadableStream, 200, csvHeaders(fileName));

interface Export<Filter> {
  right: StaffRight;
  filter: z.ZodMiniType<Filter>;
  /** Writes the download down, then reads. */
  read: (services: Services, filter: Filter, by: { actorId: string }) => Promise<AsyncGenerator<string>>;
}

const whole = z.object({});

export function mountStaffExports(app: Hono<ApiEnv>, services: Services): void {
  const answerStaff = forStaff(services);

  function mount<Filter>(name: string, { right, filter, read }: Export<Filter>): void {
    app.get(`/staff/exports/${name}.csv`, (c) =>
      answerStaff(c, right, async (user) => {
        const wanted = z.safeParse(filter, c.req.query());
        if (!wanted.success) return missing(c);
        // Another site's link must not make a staff browser fetch it: the audit log would name its owner.
        checkOrigin(c.req.raw.headers, services.env.siteUrl);
        const now = services.now();
        await takeFromLimit(services.db, 'staff-downloads', user.id, now);
        const pieces = await read(services, wanted.data, { actorId: user.id });
        return sendPieces(c, pieces, `${name}-${dayOf(now, services.city.facts.timeZone)}.csv`);
      }),
    );
  }

  mount('businesses', { right: 'administrator', filter: BusinessFilter, read: exportBusinesses });
  mount('audit', { right: 'administrator', filter: AuditSearch, read: exportAudit });
  mount('events', { right: 'editor', filter: EventFilter, read: exportEvents });
  mount('orders', { right: 'treasurer', filter: whole, read: (site, _, by) => exportOrders(site, by) });
  mount('money-acts', { right: 'treasurer', filter: whole, read: (site, _, by) => exportMoneyActs(site, by) });
  mount('plan-payments', { right: 'treasurer', filter: z.object({ month: Month }), read: exportPlanPayments });
}
