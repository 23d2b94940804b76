/** What a sharing picture shows: the card that other sites draw for a link to this one, 1200 by 630 px. */
export interface SharingPicture {
  /** '{town}, {region}' */
  siteName: string;
  title: string;
  /** Above the title, for example the category's name; null: none. */
  label: string | null;
  /** Below the title. */
  line: string | null;
  /** Name of a category color in web/styles/tokens.css. */
  color: string;
  /** Name of a drawing in web/art/categories, for what has no picture. */
  glyph: string;
  /** Tile of the pattern behind the drawing: 48 by 48. */
  pattern: readonly string[];
  /** File of a picture to show in place of the drawing. */
  pictureFile: string | null;
  /** 'side': picture or drawing to the right of the words; 'top': above them. */
  layout: 'side' | 'top';
}

/** Counts designs: pictures kept from an older one are not given out. */
export const designVersion = 1;

export const pictureSize = { width: 1200, height: 630 } as const;
