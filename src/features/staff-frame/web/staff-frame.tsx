import type { ReactNode } from 'react';
import { Container } from '#web/ui/layout.tsx';
import { StaffMenu, type StaffPageLink } from './staff-menu.tsx';

/** The staff area under the site's header: its navigation, and a page. */
export function StaffFrame({ links, children }: { links: readonly StaffPageLink[]; children: ReactNode }) {
  return (
    <div className="border-line border-t wrap-anywhere">
      <StaffMenu links={links} />
      <Container className="py-6">{children}</Container>
    </div>
  );
}
