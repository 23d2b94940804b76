import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from '#web/router/link.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet' | 'on-dark';
type ButtonSize = 'medium' | 'large';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover',
  secondary: 'border border-line-strong bg-card text-ink hover:bg-ground-deep',
  danger: 'border border-danger bg-card text-danger hover:bg-danger-ground',
  quiet: 'text-link hover:bg-ground-deep',
  'on-dark': 'bg-on-header text-header hover:bg-white',
};

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 text-16',
  large: 'min-h-13 px-7 text-18',
};

/** The classes of a button, for elements other than the two below. */
export function buttonClass(look: ButtonLook = 'primary', size: ButtonSize = 'medium', className?: string): string {
  return clsx(
    'button inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-semibold no-underline transition-colors disabled:opacity-60',
    sizes[size],
    looks[look],
    className,
  );
}

interface Look {
  look?: ButtonLook;
  size?: ButtonSize;
}

export function Button({ look, size, className, type = 'button', ...props }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass(look, size, className)} {...props} />;
}

/** A link that looks like a button. An address outside of the site is a plain link. */
export function ButtonLink({
  look,
  size,
  className,
  to,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & Look & { to: string }) {
  const classes = buttonClass(look, size, className);
  return to.startsWith('/') ? (
    <Link to={to} className={classes} {...props} />
  ) : (
    <a href={to} className={classes} {...props} />
  );
}
