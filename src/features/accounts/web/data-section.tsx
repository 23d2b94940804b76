import { buttonClass } from '#web/ui/button.tsx';
import { downloadData } from '../download-contract.ts';
import { AccountSection } from './account-section.tsx';

export function DataSection() {
  return (
    <AccountSection title="Your data" text="All that we store about you and your listings, as one JSON file.">
      <a href={downloadData.path} download="my-data.json" className={buttonClass('secondary')}>
        Download My Data
      </a>
    </AccountSection>
  );
}
