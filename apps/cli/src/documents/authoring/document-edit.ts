import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml';

/** Where something stands in a document, by the canonical names of fields. */
export type EditPath = readonly (string | number)[];

/** The text of a document under edit; unchanged parts, comments included, keep their formatting. */
export interface DocumentEdit {
  /** What stands at a place, as plain values. */
  at(path: EditPath): unknown;
  set(path: EditPath, value: unknown): void;
  /** Adds an entry to the list at a place, which is made if it is not there. */
  append(path: EditPath, value: unknown): void;
  text(): string;
}

/** Takes up a document for editing. JSON keeps its form; what it cannot hold, as comments, makes this throw. */
export function editDocument(text: string, format: 'json' | 'yaml'): DocumentEdit {
  return format === 'json' ? new JsonEdit(text) : new YamlEdit(text);
}

/** Authors write `components`, `Component` or `component`; the model takes all of them. */
function isSameKey(written: string, wanted: string): boolean {
  const bare = (key: string): string => key.toLowerCase().replaceAll(/[-_]/g, '');
  return bare(written) === bare(wanted) || bare(written) === `${bare(wanted)}s`;
}

class YamlEdit implements DocumentEdit {
  readonly #document: Document;
  readonly #indentSeq: boolean;

  constructor(text: string) {
    this.#document = parseDocument(text);
    this.#indentSeq = !/^[^\s#-][^\n]*:[ \t]*\n- /m.test(text);
  }

  at(path: EditPath): unknown {
    const found: unknown = this.#document.getIn(this.#written(path), true);
    if (isMap(found) || isSeq(found)) return found.toJS(this.#document);
    return isScalar(found) ? found.value : found;
  }

  set(path: EditPath, value: unknown): void {
    this.#document.setIn(this.#written(path), this.#document.createNode(value));
  }

  append(path: EditPath, value: unknown): void {
    const written = this.#written(path);
    if (isSeq(this.#document.getIn(written, true))) this.#document.addIn(written, this.#document.createNode(value));
    else this.#document.setIn(written, this.#document.createNode([value]));
  }

  text(): string {
    return this.#document.toString({ lineWidth: 0, indentSeq: this.#indentSeq });
  }

  #written(path: EditPath): readonly (string | number)[] {
    const written: (string | number)[] = [];
    for (const step of path) {
      const holder: unknown = written.length === 0 ? this.#document.contents : this.#document.getIn(written, true);
      const keys = isMap(holder)
        ? holder.items.map(({ key }) => (isScalar(key) ? String(key.value) : String(key)))
        : [];
      written.push(typeof step === 'number' ? step : (keys.find((key) => isSameKey(key, step)) ?? step));
    }
    return written;
  }
}

type Holder = Record<string, unknown> | unknown[];

class JsonEdit implements DocumentEdit {
  readonly #root: unknown;
  readonly #indent: string;

  constructor(text: string) {
    this.#root = JSON.parse(text);
    this.#indent = /^[\t ]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  }

  at(path: EditPath): unknown {
    return path.reduce<unknown>((holder, step) => (isHolder(holder) ? childNode(holder, step) : undefined), this.#root);
  }

  set(path: EditPath, value: unknown): void {
    let holder = this.#root;
    for (const [index, step] of path.entries()) {
      if (!isHolder(holder)) return;
      const key = Array.isArray(holder) ? step : childKey(holder, step);
      if (index === path.length - 1) Reflect.set(holder, key, value);
      else if (!isHolder(childNode(holder, step)))
        Reflect.set(holder, key, typeof path[index + 1] === 'number' ? [] : {});
      holder = childNode(holder, step);
    }
  }

  append(path: EditPath, value: unknown): void {
    const list = this.at(path);
    this.set(path, [...(Array.isArray(list) ? list : []), value]);
  }

  text(): string {
    return `${JSON.stringify(this.#root, undefined, this.#indent)}\n`;
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function childNode(holder: Holder, step: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(step)];
  return holder[childKey(holder, step)];
}

function childKey(holder: Holder, step: string | number): string {
  return Object.keys(holder).find((key) => isSameKey(key, String(step))) ?? String(step);
}
