/**
 * Checks that ask other machines: the site's own address with its certificate, and the mail server. All addresses come from the
 * settings.
 */
import { once } from 'node:events';
import tls from 'node:tls';
import type { Env } from '#server/env.ts';
import { withMailbox } from '#server/mail/open-mailbox.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { dayMs } from '#shared/times.ts';
import { type Check, note, right, wrong } from './check.ts';

const patienceMs = 10_000;
const webhookPath = '/api/stripe/webhook';
const minCertificateDays = 14;

/** Asks the site for its page of health, as a visitor would reach it. */
export async function checkOwnAddress({ siteUrl }: Env): Promise<Check> {
  const name = 'Reachable';
  try {
    const answer = await fetch(`${siteUrl}/healthz`, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' });
    await answer.body?.cancel();
    if (answer.status === 200) return right(name, `${siteUrl} answers.`);
    return wrong(name, `${siteUrl} answers ${answer.status} in place of the site. Look at the proxy in front.`);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error & { code?: string } };
    if (/CERT|SIGNED|ALTNAME/i.test(cause?.code ?? '')) {
      return wrong(name, `${siteUrl} answers, but with a certificate that browsers refuse (${cause?.code}).`);
    }
    return wrong(
      name,
      `${siteUrl} does not answer (${cause?.message || message}). Is the site started (npm start), and does its name lead here?`,
    );
  }
}

export async function checkCertificate({ siteUrl }: Env, now: Date): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== 'https:') return [];
  const name = 'Certificate';
  const socket = tls.connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs });
  try {
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    await once(socket, 'secureConnect');
    const until = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
    const text = `It is valid for ${days} more days.`;
    return [
      days < minCertificateDays
        ? wrong(name, `${text} Its renewal seems to fail: look at the proxy's log.`)
        : right(name, text),
    ];
  } catch (error) {
    return [wrong(name, `Browsers would refuse it: ${(error as Error).message}.`)];
  } finally {
    socket.destroy();
  }
}

/** Asks Stripe with the site's key. The sandbox needs no such questions. */
export async function checkStripe(env: Pick<Env, 'stripe' | 'siteUrl'>): Promise<Check[]> {
  const name = 'Stripe';
  try {
    await stripeClient(env).customers.list({ limit: 1 }, { timeout: patienceMs, maxNetworkRetries: 0 });
  } catch (error) {
    // A restricted key may not read this, but it is a key.
    if (!isStripeError(error, 'StripePermissionError')) {
      const remedy = isStripeError(error, 'StripeAuthenticationError')
        ? 'Check STRIPE_SECRET_KEY: nobody can pay until it is right.'
        : 'Can this machine reach it?';
      return [
        wrong(name, `It does not answer as it should: ${(error as Error).message.replace(/\.$/, '')}. ${remedy}`),
      ];
    }
  }
  return [right(name, 'It takes the site’s secret key.'), await checkWebhookAddress(env)];
}

/** After a change of SITE_URL Stripe goes on calling the former address, and follows no redirect. */
async function checkWebhookAddress(env: Pick<Env, 'stripe' | 'siteUrl'>): Promise<Check> {
  const name = 'Webhook address';
  const address = `${env.siteUrl}${webhookPath}`;
  const where = 'in Stripe’s dashboard under Developers → Webhooks';
  let endpoints: { url: string; status: string }[];
  try {
    const { data } = await stripeClient(env).webhookEndpoints.list(
      { limit: 100 },
      { timeout: patienceMs, maxNetworkRetries: 0 },
    );
    endpoints = data;
  } catch {
    return note(name, `Stripe does not tell this key which addresses it calls. Look ${where} for ${address}.`);
  }
  const here = endpoints.filter(({ url }) => url.replace(/\/$/, '') === address);
  if (here.some(({ status }) => status === 'enabled')) return right(name, `Stripe calls ${address}.`);
  if (here.length > 0) return wrong(name, `Stripe has ${address}, and it is disabled. Enable it ${where}.`);
  const former = endpoints.find(({ url }) => new URL(url).pathname.replace(/\/$/, '') === webhookPath);
  if (former)
    return wrong(
      name,
      `Stripe calls ${former.url} and never ${address}. Where that is this site’s former address, change it ${where}; the signing secret stays. Otherwise add an endpoint.`,
    );
  const text = `Stripe calls no address of this site. Add ${address} ${where}, and set STRIPE_WEBHOOK_SECRET to its signing secret.`;
  // With test keys the calls may come from the Stripe CLI, which no list of endpoints names.
  return env.stripe?.secretKey.includes('_live_') ? wrong(name, text) : note(name, text);
}

/** Says why the site cannot use a server. One that is silent may be stopped, and its address may be right. */
function whyUnusable(host: string, error: unknown, variable: string): string {
  const { message } = error as Error;
  return /timeout|timed out|never received/i.test(message)
    ? `${host} does not answer: ${message}. Is it running, and can this machine reach it? Otherwise check ${variable}.`
    : `${host} refuses the site: ${message}. Check ${variable}.`;
}

/** Connects and logs in, without a mail. */
export async function checkMailServer(env: Env): Promise<Check[]> {
  if (env.smtpUrl === undefined) return [];
  const name = 'Mail server';
  const { host } = new URL(env.smtpUrl);
  const mailer = openMailer(env, { silenceMs: patienceMs });
  try {
    await mailer.greet();
    return [right(name, `${host} lets the site in.`)];
  } catch (error) {
    return [wrong(name, whyUnusable(host, error, 'SMTP_URL'))];
  } finally {
    mailer.close();
  }
}

/** Logs in and looks into the folder from which replies are fetched. */
export async function checkMailbox({ inbound }: Env): Promise<Check[]> {
  const mailbox = inbound?.mailbox;
  if (mailbox === undefined) return [];
  const name = 'Mailbox of replies';
  try {
    const flagged = await withMailbox(mailbox, (open) => open.countFlagged(), patienceMs);
    const text = `${mailbox.host} lets the site into ${mailbox.folder}.`;
    if (flagged === 0) return [right(name, text)];
    const mails = flagged === 1 ? '1 mail bears a flag' : `${flagged} mails bear a flag`;
    return [note(name, `${text} ${mails}: those that went into no conversation do. Read them there, and take it off.`)];
  } catch (error) {
    return [wrong(name, whyUnusable(mailbox.host, error, 'IMAP_URL'))];
  }
}
