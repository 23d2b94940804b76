import { type ComponentProps, useState } from 'react';
import { TextField } from '#web/ui/field.tsx';

/** A password field with a button that shows the text; without script a plain password field. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative [&_label]:pr-16">
      <TextField autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="needs-script -top-2.5 absolute right-0 flex min-h-11 items-center rounded-control px-2 text-16 text-link underline"
      >
        Show<span className="sr-only"> what is typed</span>
      </button>
    </div>
  );
}
