/** A claimant proves the claim with a PDF: it is told by its bytes, only staff save it, and it goes when pictures go. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { pdfName } from '#features/claims/server/read-pdf.ts';
import type { StaffClaim } from '#features/claims/staff-contract.ts';
import { claimDocuments, claims } from '#server/db/schema/index.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testSite } from '#tests/support/test-site.ts';

const bakery = bakeryClaims();
const { site, database, aClaim } = bakery;

const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n%%EOF\n',
);
const headers = { 'Content-Type': 'application/octet-stream' };
const send = (id: string, body: Buffer, name?: string) =>
  bakery.ada.browser.write('POST', `/api/claims/${id}/documents${name ? `?name=${encodeURIComponent(name)}` : ''}`, {
    body,
    headers,
  });

describe('a PDF', () => {
  it('is kept as it came, with its name and size, for the claimant and for staff', async () => {
    const id = await aClaim(bakery.ada);
    const answer = await answerOf<{ documents: unknown[] }>(await send(id, pdf, 'C:\\papers\\License “2026”.pdf'));
    const document = { addedAt: expect.any(String), pdf: { name: 'License “2026”.pdf', bytes: pdf.length } };
    expect(answer.documents).toMatchObject([document]);
    const seen = await answerOf<StaffClaim>(await bakery.stella.browser.get(`/api/staff/claims/${id}`));
    expect(seen.evidence.documents).toMatchObject([document]);
    const [row] = await database.db.select().from(claimDocuments);
    expect(row?.picture.equals(pdf)).toBe(true);
    // It has no data URL, which a page could show.
    expect((await bakery.stella.browser.get(`/api/staff/claims/${id}/documents/${row?.id}`)).status).toBe(404);
  });

  it('is told by its bytes, and refused when it is cut off, too large, or something else', async () => {
    const id = await aClaim(bakery.ada);
    const cut = await problemOf(await send(id, pdf.subarray(0, 40), 'a.pdf'));
    expect(cut).toMatchObject({ status: 422, message: expect.stringContaining('damaged or was cut short') });
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024), pdf]);
    expect(await problemOf(await send(id, large, 'a.pdf'))).toMatchObject({
      status: 413,
      message: 'This PDF is larger than 5 MB. Please send a smaller one.',
    });
    for (const other of ['<html><script>alert(1)</script>%PDF-1.7 %%EOF', 'PK\u0003\u0004', '%PD']) {
      expect(await problemOf(await send(id, Buffer.from(other), 'a.pdf'))).toMatchObject({
        status: 415,
        message: 'Please choose a PDF, or a JPEG, PNG, WebP or AVIF picture.',
      });
    }
    expect(await database.db.$count(claimDocuments)).toBe(0);
    // A picture by the name of a PDF is a picture.
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
      .png()
      .toBuffer();
    const { documents } = await answerOf<{ documents: unknown[] }>(await send(id, picture, 'scan.pdf'));
    expect(documents).toMatchObject([{ pdf: null }]);
  });

  it('counts among the three documents of an open claim', async () => {
    const id = await aClaim(bakery.ada);
    for (let n = 0; n < 3; n++) expect((await send(id, pdf, `${n}.pdf`)).status).toBe(201);
    expect((await send(id, pdf, 'more.pdf')).status).toBe(409);
    expect((await bakery.decide(id, 'reject', { reason: 'Not yours' })).status).toBe(200);
    expect((await send(id, pdf, 'late.pdf')).status).toBe(409);
  });

  it('is saved by moderators alone, and never shown as a page of this site', async () => {
    const id = await aClaim(bakery.ada);
    await answerOf(await send(id, pdf, "fig's (copy).pdf"));
    const [row] = await database.db.select().from(claimDocuments);
    const path = `/staff/claims/${id}/documents/${row?.id}/pdf`;
    const app = testSite(site.desk.services);
    const expiresAt = new Date(site.desk.services.now().getTime() + dayMs);
    const as = async (userId: string) =>
      new TestBrowser(app).withSession(await aSession(database.db, userId, { expiresAt }));
    const staff = await as(bakery.stella.user.id);
    const saved = await staff.get(path);
    expect(saved.status).toBe(200);
    expect(Object.fromEntries(saved.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''fig%27s%20%28copy%29.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.+; sandbox$/),
    });
    expect(Buffer.from(await saved.arrayBuffer()).equals(pdf)).toBe(true);
    expect((await staff.get(path, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await new TestBrowser(app).get(path)).status).toBe(302);
    expect((await (await as(bakery.ada.user.id)).get(path)).status).toBe(404);
    for (const right of ['editor', 'treasurer'] satisfies StaffRight[]) {
      const { id: userId } = await aUser(database.db, { role: 'staff', rights: [right] });
      expect((await (await as(userId)).get(path)).status).toBe(404);
    }
    const other = await aClaim(bakery.bob);
    expect((await staff.get(path.replace(id, other))).status).toBe(404);
    await database.db.update(claimDocuments).set({ pdfName: null });
    expect((await staff.get(path)).status).toBe(404);
  });

  it('is in the personal download, and goes 90 days after the decision', async () => {
    const id = await aClaim(bakery.ada);
    await answerOf(await send(id, pdf, 'lease.pdf'));
    const { claims: own } = await answerOf<{ claims: { documents: unknown[] }[] }>(
      await bakery.ada.browser.get('/api/account/data'),
    );
    const src = `data:application/pdf;base64,${pdf.toString('base64')}`;
    expect(own[0]?.documents).toEqual([{ name: 'lease.pdf', addedAt: expect.any(String), src }]);
    expect((await bakery.decide(id, 'reject', { reason: 'Not yours' })).status).toBe(200);
    const decided = (days: number) =>
      database.db
        .update(claims)
        .set({ decidedAt: new Date(site.desk.services.now().getTime() - days * dayMs) })
        .where(eq(claims.id, id));
    await decided(89);
    await handleDueClaims(site.desk.services);
    expect(await database.db.$count(claimDocuments)).toBe(1);
    await decided(91);
    await handleDueClaims(site.desk.services);
    expect(await database.db.$count(claimDocuments)).toBe(0);
  });
});

it.each([
  ['lease.pdf', 'lease.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['a\u202efdp.exe', 'afdp.exe.pdf'],
  ['x"\r\nSet-Cookie: a=b.PDF', 'xSet-Cookie a=b.pdf'],
  [undefined, 'document.pdf'],
  ['.pdf', 'document.pdf'],
  ['ñ'.repeat(300), `${'ñ'.repeat(116)}.pdf`],
])('a PDF that calls itself %j is named %s', (given, name) => {
  expect(pdfName(given)).toBe(name);
});
