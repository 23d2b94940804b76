declare module 'virtual:category-sprite' {
  /** The address of the sprite. Each category's drawing is the symbol named like its icon. */
  const address: string;
  export default address;
}

declare module 'virtual:place-files' {
  /** The address of a category's file, with the symbol 'place'. */
  const addressOf: (category: string) => string;
  export default addressOf;
}

declare module 'virtual:pattern-sprite' {
  /** The address of the sprite. Each category's 48 by 48 tile is the symbol named like its slug. */
  const address: string;
  export default address;
}

declare module 'virtual:property-drawings' {
  /** The inner SVG of each property's drawing, by the icon's name. */
  const drawings: Readonly<Record<string, string>>;
  export default drawings;
}

declare module 'virtual:property-sprite' {
  /** Address of the sprite; the line drawing of each property is the symbol with its icon's name. */
  const address: string;
  export default address;
}
