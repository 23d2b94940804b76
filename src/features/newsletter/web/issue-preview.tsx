import { clsx } from 'clsx';

interface IssuePreviewProps {
  id: string;
  /** A new version reloads the frame. */
  version: number;
  width: 'desktop' | 'phone';
}

/** Shows exactly the mail, in a frame without scripts. */
export function IssuePreview({ id, version, width }: IssuePreviewProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-ground-deep p-2 sm:p-4">
      <iframe
        title={width === 'phone' ? 'The mail on a phone' : 'The mail on a large screen'}
        src={`/staff/newsletter/${id}/preview?version=${version}`}
        sandbox=""
        className={clsx(
          'mx-auto block h-[75vh] w-full rounded-control border border-line bg-card',
          width === 'phone' ? 'max-w-[24.375rem]' : 'max-w-[48rem]',
        )}
      />
    </div>
  );
}
