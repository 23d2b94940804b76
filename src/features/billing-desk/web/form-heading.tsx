import { useLayoutEffect, useRef } from 'react';

/** Names a form that took the place of the buttons, and takes the focus that the pressed button had. */
export function FormHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="text-18">
      {children}
    </h3>
  );
}
