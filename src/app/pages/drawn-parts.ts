/** Server: keeps the HTML of the frame's parts, as they were rendered, for later pages. */
import type { PartKey } from '#web/ui/drawn-part.tsx';

export class DrawnParts {
  readonly #kept = new WeakMap<object, Map<string, string>>();
  /** Parts that the current page asked for and that are not stored yet. */
  #missing: PartKey[] = [];

  /** The HTML between the part's tags. */
  find(part: PartKey): string | undefined {
    const html = this.#kept.get(part.of)?.get(part.as + part.variant);
    if (html === undefined) this.#missing.push(part);
    return html;
  }

  /** Renders a page and stores its parts that were missing. */
  draw(render: () => string): string {
    this.#missing = [];
    const page = render();
    for (const { as, of, variant } of this.#missing) {
      const from = page.indexOf('>', page.indexOf(`<${as} data-part`)) + 1;
      const to = page.indexOf(`</${as}>`, from);
      // A part that failed is left out.
      if (from === 0 || to < 0) continue;
      const kept = this.#kept.get(of) ?? new Map<string, string>();
      this.#kept.set(of, kept.set(as + variant, page.slice(from, to)));
    }
    return page;
  }
}
