/**
 * The class of a box whose picture lies below a phone's first screen. A phone's browser asks for the picture when it comes near, when
 * somebody scrolls, or, within the next screen, four seconds after the page has loaded (page-shell.ts); a wide screen's asks at once. The box has to have a
 * size of its own.
 * Only the server writes the class: Preact leaves it alone when it takes the page over, and what the browser draws itself has none.
 */
export const farClass = import.meta.env.SSR ? 'far' : undefined;
