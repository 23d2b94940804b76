/**
 * The class of a box whose picture lies below the first screen. The browser asks for the picture when it comes near, or when
 * somebody scrolls (page-shell.ts), and not for all that it may need some day. The box has to have a size of its own.
 * Only the server writes the class: Preact leaves it alone when it takes the page over, and what the browser draws itself has none.
 */
export const farClass = import.meta.env.SSR ? 'far' : undefined;
