/** Server: keeps the HTML of the frame's parts, as React drew them, for the pages that come after. */
import type { PartKey } from '#web/ui/drawn-part.tsx';

export class DrawnParts {
  readonly #kept = new WeakMap<object, Map<string, string>>();
  /** Asked for by the page that is being drawn, and not there yet. */
  #missing: PartKey[] = [];

  /** HTML between the part's tags. */
  find(part: PartKey): string | undefined {
    const html = this.#kept.get(part.of)?.get(part.as + part.variant);
    if (html === undefined) this.#missing.push(part);
    return html;
  }

  /** Draws a page, and keeps what it has of the parts that were missing. */
  draw(render: () => string): string {
    this.#missing = [];
    const page = render();
    for (const { as, of, variant } of this.#missing) {
      const from = page.indexOf('>', page.indexOf(`<${as} data-part=""`)) + 1;
      const to = page.indexOf(`</${as}>`, from);
      // React leaves out what failed.
      if (from === 0 || to < 0) continue;
      const kept = this.#kept.get(of) ?? new Map<string, string>();
      this.#kept.set(of, kept.set(as + variant, page.slice(from, to)));
    }
    return page;
  }
}
