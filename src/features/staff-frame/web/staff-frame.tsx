import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Container } from '#web/ui/layout.tsx';
import { StaffMenu, type StaffPageLink } from './staff-menu.tsx';

/**
 * Stops the second press of a double click where it would land on another button: after a decision the next entry of a list
 * has moved under the pointer.
 */
function useOneButtonPerPress() {
  const pressed = useRef<Element | null>(null);
  return (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.detail > 1 && button !== pressed.current && pressed.current !== null && button !== null) {
      event.preventDefault();
      event.stopPropagation();
    }
    pressed.current = button;
  };
}

/** The staff area under the site's header: its navigation, and a page. */
export function StaffFrame({ links, children }: { links: readonly StaffPageLink[]; children: ReactNode }) {
  const onClickCapture = useOneButtonPerPress();
  return (
    <div className="border-line border-t wrap-anywhere" onClickCapture={onClickCapture}>
      <StaffMenu links={links} />
      <Container className="py-6">{children}</Container>
    </div>
  );
}
