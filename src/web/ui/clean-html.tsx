import clsx from 'clsx';

/**
 * Shows HTML that the server has cleaned (server/clean-html.ts). This is the only place where HTML comes from
 * data. Pass only fields whose contract says 'Cleaned HTML'.
 */
export function CleanHtml({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server's allow-list before it was stored and again before it was sent
  return <div className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
