import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { DocumentPath, ProblemText } from '@kubemin/model';
import { convertMessages } from '../../messages/index.ts';
import type { ConversionRecord } from './conversion-record.ts';
import { ImportError } from './import-error.ts';

type Content =
  | { readonly kind: 'absent' }
  | { readonly kind: 'scalar'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Part> }
  | { readonly kind: 'list'; readonly items: readonly Part[] };

const ABSENT: Content = { kind: 'absent' };
const LONGEST_EXCERPT = 60;
const DEEPEST = 100;

/**
 * One place of a text being converted. Taking a value from it (`text`, `number`, `flag`) enters it as carried
 * in the record; `peek` only looks. A place that does not exist is a Part too, and everything taken from it is
 * undefined, so that converters read like the format they read.
 */
export class Part {
  readonly path: DocumentPath;
  readonly #content: Content;
  readonly #record: ConversionRecord;

  constructor(path: DocumentPath, content: Content, record: ConversionRecord) {
    this.path = path;
    this.#content = content;
    this.#record = record;
  }

  /** The parts of a value; `texts` is the same value with every number and word as it was written. */
  static of(
    value: unknown,
    texts: unknown,
    place: { readonly path: DocumentPath; readonly record: ConversionRecord },
  ): Part {
    const { path, record } = place;
    if (path.length > DEEPEST) {
      throw new ImportError(convertMessages.nestedTooDeep, { code: 'IMPORT_UNREADABLE' });
    }
    const below = (key: string | number, child: unknown, text: unknown) =>
      Part.of(child, text, { path: [...path, key], record });
    if (Array.isArray(value)) {
      const items = value.map((item, index) => below(index, item, Array.isArray(texts) ? texts[index] : item));
      return new Part(path, { kind: 'list', items }, record);
    }
    if (isRecord(value)) {
      const texted = isRecord(texts) ? texts : {};
      const entries = Object.entries(value).map(
        ([key, child]) => [key, below(key, child, Object.hasOwn(texted, key) ? texted[key] : child)] as const,
      );
      return new Part(path, { kind: 'map', entries: new Map(entries) }, record);
    }
    if (value === null || value === undefined) return new Part(path, ABSENT, record);
    const text = typeof texts === 'string' ? texts : String(value);
    return new Part(path, { kind: 'scalar', text, value }, record);
  }

  /** False for what is not there and for null, which in all these formats means the same. */
  get present(): boolean {
    return this.#content.kind !== 'absent';
  }

  get isScalar(): boolean {
    return this.#content.kind === 'scalar';
  }

  get isMap(): boolean {
    return this.#content.kind === 'map';
  }

  get isList(): boolean {
    return this.#content.kind === 'list';
  }

  /** The entry of a map; an absent part when there is none, or no map. */
  at(...keys: readonly string[]): Part {
    return keys.reduce<Part>((part, key) => part.#child(key), this);
  }

  get keys(): readonly string[] {
    return this.#content.kind === 'map' ? [...this.#content.entries.keys()] : [];
  }

  get entries(): readonly (readonly [string, Part])[] {
    return this.#content.kind === 'map' ? [...this.#content.entries] : [];
  }

  get items(): readonly Part[] {
    return this.#content.kind === 'list' ? this.#content.items : [];
  }

  get children(): readonly Part[] {
    return this.#content.kind === 'map' ? [...this.#content.entries.values()] : this.items;
  }

  /** Whether any value stands here or below; `{}`, `[]` and null are no values. */
  get hasLeaf(): boolean {
    return this.isScalar || this.children.some((child) => child.hasLeaf);
  }

  /** The scalar as it was written, not entered as carried. */
  peek(): string | undefined {
    return this.#content.kind === 'scalar' ? this.#content.text : undefined;
  }

  /** The scalar as it was written. */
  text(): string | undefined {
    const text = this.peek();
    if (text !== undefined) this.#record.carry(this.path);
    return text;
  }

  /** The scalar as a number; anything else is not taken and stays to be listed. */
  number(): number | undefined {
    const number = Number(this.peek() ?? Number.NaN);
    if (!Number.isFinite(number) || this.peek()?.trim() === '') return undefined;
    this.#record.carry(this.path);
    return number;
  }

  /** The scalar as a boolean; anything else is not taken and stays to be listed. */
  flag(): boolean | undefined {
    const text = this.peek()?.toLowerCase();
    if (text !== 'true' && text !== 'false') return undefined;
    this.#record.carry(this.path);
    return text === 'true';
  }

  /** The scalars of a list; a lone scalar counts as a list of one. */
  texts(): readonly string[] {
    const parts = this.isScalar ? [this] : this.items;
    return parts.flatMap((part) => part.text() ?? []);
  }

  /** The scalars of a map. */
  textMap(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.entries.flatMap(([key, part]) => (part.isScalar ? [[key, part.text() ?? '']] : [])));
  }

  /** Everything here and below as JSON, not entered as carried. */
  get value(): unknown {
    const content = this.#content;
    if (content.kind === 'scalar') return content.value;
    if (content.kind === 'list') return content.items.map((item) => item.value);
    if (content.kind === 'map') return Object.fromEntries([...content.entries].map(([key, part]) => [key, part.value]));
    return undefined;
  }

  /** Enters everything here and below as carried: the result has it in another form, or it has no meaning. */
  accept(): void {
    if (this.isScalar) this.#record.carry(this.path);
    for (const child of this.children) child.accept();
  }

  /** Accepts the value where it is what the result will be anyway, and leaves it to be listed where it is not. */
  acceptIf(...values: readonly string[]): void {
    const text = this.peek();
    if (text !== undefined && values.includes(text)) this.accept();
  }

  /** Leaves this place and all below it behind. */
  omit(why: Message, what?: ProblemText): void {
    if (this.present) this.#record.omit(this.path, { what, why });
  }

  /** Lists what changes its meaning though it is carried. */
  note(what: ProblemText, why: Message): void {
    this.#record.note(this.path, { what, why });
  }

  get isCarried(): boolean {
    return this.#record.isCarried(this.path);
  }

  /** The same place with another scalar: what is taken from it counts as taken from here. */
  as(value: string | number | boolean): Part {
    return new Part(this.path, { kind: 'scalar', text: String(value), value }, this.#record);
  }

  /** A map at this place, of parts from anywhere in the text. */
  asMap(entries: Readonly<Record<string, Part | undefined>>): Part {
    const present = Object.entries(entries).flatMap(([key, part]) => (part?.present ? [[key, part] as const] : []));
    return new Part(this.path, { kind: 'map', entries: new Map(present) }, this.#record);
  }

  /** A list at this place, of parts from anywhere in the text. */
  asList(items: readonly Part[]): Part {
    return new Part(this.path, { kind: 'list', items }, this.#record);
  }

  /** The same tree with every scalar rewritten; each keeps its place. */
  mapTexts(rewrite: (text: string, part: Part) => string): Part {
    const content = this.#content;
    if (content.kind === 'list') return this.asList(content.items.map((item) => item.mapTexts(rewrite)));
    if (content.kind === 'map') {
      const entries = [...content.entries].map(([key, part]) => [key, part.mapTexts(rewrite)] as const);
      return new Part(this.path, { kind: 'map', entries: new Map(entries) }, this.#record);
    }
    if (content.kind === 'absent') return this;
    const text = rewrite(content.text, this);
    return text === content.text ? this : this.as(text);
  }

  /** The last name on the way here, and the value where it is short. */
  describe(): string {
    const name = String(this.path.findLast((step) => typeof step === 'string') ?? 'document');
    const text = this.peek();
    if (text === undefined) return name;
    return `${name}: ${text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text}`;
  }

  #child(key: string): Part {
    const found = this.#content.kind === 'map' ? this.#content.entries.get(key) : undefined;
    return found ?? new Part([...this.path, key], ABSENT, this.#record);
  }
}
