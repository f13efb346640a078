/** Unique texts that stand for secrets, each planted in one place, and how to find any of them again. */
export class Canaries {
  readonly #marks = new Map<string, string>();

  /** A secret for a place; it has characters that JSON, YAML and addresses each write in another way. */
  at(place: string): string {
    const mark = this.#marks.get(place) ?? crypto.randomUUID().replaceAll('-', '');
    this.#marks.set(place, mark);
    return `c"+/&${mark}`;
  }

  get places(): readonly string[] {
    return [...this.#marks.keys()];
  }

  /** The places whose secrets occur in a text: as they are, escaped in whatever way, or in base64. */
  foundIn(text: string): readonly string[] {
    return this.places.filter((place) => this.#formsAt(place).some((form) => text.includes(form)));
  }

  #formsAt(place: string): readonly string[] {
    const mark = this.#marks.get(place) ?? '';
    // No escaping touches letters and digits; base64 has three ways to fall, and its ends depend on what is around.
    const encoded = ['', 'x', 'xx'].map((before) => Buffer.from(`${before}${mark}`).toString('base64').slice(4, -4));
    return [mark, Buffer.from(mark).toString('hex'), ...encoded];
  }
}
