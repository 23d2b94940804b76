/** The store of the files cannot be reached, or refuses: uploads have to wait, and pages go on. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}
