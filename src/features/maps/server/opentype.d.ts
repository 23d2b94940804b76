/** The part of the library that maps use; it brings no types of its own. */
declare module '@shuding/opentype.js' {
  interface Path {
    toPathData(decimals?: number): string;
  }
  interface Font {
    getPath(text: string, x: number, y: number, fontSize: number): Path;
    getAdvanceWidth(text: string, fontSize: number): number;
  }
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
