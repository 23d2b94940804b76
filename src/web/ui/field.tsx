/** Form fields: label above, help below, the error in words connected to the control. */
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const control =
  'block w-full min-h-12 rounded-control border bg-card px-4 py-2.5 text-ink placeholder:text-ink-soft disabled:opacity-60';

interface FieldText {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** Reads the error out when it appears: it is an answer of the server. */
  isAlert?: boolean | undefined;
  /** Comes up while somebody types and refuses nothing; '' while there is nothing to say. */
  hint?: string | undefined;
  /** Adds an asterisk: some forms mark required fields. */
  marked?: boolean | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
}

/** Errors whose words are fixed and only name the fault, with what to do about it. */
const remedies: Readonly<Record<string, string>> = {
  'Invalid email': 'Write one such as name@example.com, or leave it empty.',
  'Invalid email address': 'Write one such as name@example.com.',
  'Invalid URL': 'Write a web address such as https://example.com, or leave it empty.',
};

interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  className: string;
}

function Field({
  label,
  help,
  error,
  isAlert,
  hint,
  marked,
  hideLabel,
  children,
}: FieldText & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const remedy = error === undefined ? undefined : remedies[error];
  const describedBy =
    clsx(error && `${id}-error`, remedy && `${id}-remedy`, hint && `${id}-hint`, help && `${id}-help`) || undefined;
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-16 font-semibold'}>
        {label}
        {marked ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy,
        className: clsx(control, error ? 'border-danger' : 'border-line-strong'),
      })}
      {help ? (
        <p id={`${id}-help`} className="mt-1.5 text-14 text-ink-soft">
          {help}
        </p>
      ) : null}
      {hint === undefined ? null : (
        // There before it says something, or screen readers would not announce it.
        <p id={`${id}-hint`} role="status" className={hint && 'mt-1.5 text-16'}>
          {hint}
        </p>
      )}
      {error ? (
        <p id={`${id}-error`} role={isAlert ? 'alert' : undefined} className="mt-1.5 text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
      {remedy ? (
        <p id={`${id}-remedy`} className="text-16">
          {remedy}
        </p>
      ) : null}
    </div>
  );
}

export function TextField({
  label,
  help,
  error,
  isAlert,
  hint,
  marked,
  hideLabel,
  className,
  ...props
}: FieldText & ComponentProps<'input'>) {
  return (
    <Field {...{ label, help, error, isAlert, hint, marked, hideLabel }}>
      {(wiring) => <input {...props} {...wiring} className={clsx(wiring.className, className)} />}
    </Field>
  );
}

export function TextArea({
  label,
  help,
  error,
  isAlert,
  hint,
  marked,
  hideLabel,
  className,
  ...props
}: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, help, error, isAlert, hint, marked, hideLabel }}>
      {(wiring) => <textarea {...props} {...wiring} className={clsx(wiring.className, className)} />}
    </Field>
  );
}

export function SelectField({
  label,
  help,
  error,
  marked,
  hideLabel,
  className,
  children,
  ...props
}: FieldText & ComponentProps<'select'>) {
  return (
    <Field {...{ label, help, error, marked, hideLabel }}>
      {(wiring) => (
        <div className="relative">
          <select {...props} {...wiring} className={clsx(wiring.className, 'appearance-none pr-10', className)}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="pointer-events-none absolute top-3.5 right-3 text-ink-soft"
          />
        </div>
      )}
    </Field>
  );
}
