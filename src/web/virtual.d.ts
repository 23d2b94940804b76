declare module 'virtual:category-sprite' {
  /** Address of the sprite; each category's drawing is the symbol with its icon's name. */
  const address: string;
  export default address;
}

declare module 'virtual:shop-front-sprite' {
  /** Address of the file whose symbol 'shop-front' is the picture of a business that has none. */
  const address: string;
  export default address;
}

declare module 'virtual:pattern-sprite' {
  /** Address of the sprite; each category's 48 by 48 tile is the symbol with its slug. */
  const address: string;
  export default address;
}

declare module 'virtual:property-sprite' {
  /** Address of the sprite; the line drawing of each property is the symbol with its icon's name. */
  const address: string;
  export default address;
}
