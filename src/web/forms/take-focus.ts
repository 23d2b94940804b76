/** A ref for the first field of a form that somebody has just opened. The attribute autofocus works once in the life of a page. */
export const takeFocus = (control: HTMLElement | null): void => control?.focus();
