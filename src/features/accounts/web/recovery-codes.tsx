import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => showToast({ title: 'Copied.' }),
    () => showToast({ title: 'Your browser does not let us copy. Please download or print them.', destructive: true }),
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' });
  link.click();
  URL.revokeObjectURL(address);
}

/** Shows new recovery codes, this once, with ways to keep them. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = `${location.host}\n\n${codes.join('\n')}\n`;
  return (
    <div role="status">
      <p>
        <strong>Keep these recovery codes.</strong> Each lets you in once, should you lose your phone. They are shown
        only now.
      </p>
      <ul className="numbers mt-3 grid gap-2 rounded-control bg-ground-deep p-4">
        {codes.map((code) => (
          <li key={code}>
            <code className="break-all">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button look="secondary" onClick={() => copy(text)}>
          Copy
        </Button>
        <Button look="secondary" onClick={() => download(text)}>
          Download
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onKept}>I Have Kept Them</Button>
      </div>
    </div>
  );
}
