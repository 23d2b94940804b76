/**
 * The content of a sharing picture: the card of 1200 by 630 px that other sites show for a link to this one.
 */
export interface SharingPicture {
  /** '{town}, {region}' */
  siteName: string;
  title: string;
  /** Shown above the title, for example the category's name; null for none. */
  label: string | null;
  /** Shown below the title. */
  line: string | null;
  /** The name of a category color in web/styles/tokens.css. */
  color: string;
  /** The name of a drawing in web/art/categories, used when there is no picture. */
  glyph: string;
  /** The 48 by 48 tile of the pattern behind the drawing. */
  pattern: readonly string[];
  /** The file of a picture to show instead of the drawing. */
  pictureFile: string | null;
  /** 'side': the picture is to the right of the text; 'top': above it. */
  layout: 'side' | 'top';
}

/** Increase it with every new design: pictures of an older design are not served. */
export const designVersion = 1;

export const pictureSize = { width: 1200, height: 630 } as const;
