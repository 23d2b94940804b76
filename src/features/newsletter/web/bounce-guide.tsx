import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { bounceSignatureHeader } from '../bounce-contract.ts';

/** Explains how a mail service reports addresses that no longer exist. */
export function BounceGuide({ url, secret }: { url: string; secret: string }) {
  const [isShown, setShown] = useState(false);
  const example = [
    'body=\'{"email":"ada@example.com","type":"hard","detail":"550 no such user"}\'',
    'time=$(date +%s)',
    'sign=$(printf \'%s.%s\' "$time" "$body" | openssl dgst -sha256 -hmac "$SECRET" -hex | sed \'s/.* //\')',
    `curl ${url} -H "${bounceSignatureHeader}: t=$time,v1=$sign" -d "$body"`,
  ].join('\n');
  return (
    <section
      aria-labelledby="bounces"
      className="grid min-w-0 gap-3 rounded-card border border-line bg-card p-5 text-16 shadow-card"
    >
      <h2 id="bounces" className="text-21">
        Bounces
      </h2>
      <p>
        Mail servers that refuse an address at once need nothing from you: the address is left out from then on. Some
        say so later, to your mail service. Let it, or a small script of yours, post each report here:
      </p>
      <p>
        <code className="break-all">{url}</code>
      </p>
      <p>
        The body is JSON: <code>email</code>, <code>type</code> (<code>hard</code>, <code>soft</code> or{' '}
        <code>complaint</code>) and, if there is one, <code>detail</code>. The header{' '}
        <code className="break-all">{bounceSignatureHeader}</code> proves who sent it: the time, and an HMAC-SHA256 over
        time, dot and body with this secret. A report may come twice.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all">{isShown ? secret : 'whsec_••••••••'}</code>
        <SmallButton aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the secret' : 'Show the secret'}
        </SmallButton>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer content-center underline">Try it from a terminal</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard */}
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-ground-deep p-3 text-14">
          {example}
        </pre>
      </details>
    </section>
  );
}
