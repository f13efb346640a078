/** Top level: apiVersion and kind come before it, and no string can hold it, as quotes in strings are escaped. */
const METADATA = Buffer.from('"metadata":{');
const CLOSING_BRACE = '}'.charCodeAt(0);
const LINE_BREAK = '\n'.charCodeAt(0);

/**
 * Where an object keeps what it was stored as: unseen by whoever copies, compares or encodes it. A weak map of all objects
 * would be a table for every collection of garbage to go through.
 */
const STORED = Symbol('stored form');

/** What an object was stored as, until somebody asks for its line. */
class StoredForm {
  readonly #revision: number;
  #bytes: Uint8Array;
  #line: Buffer | undefined;

  constructor(bytes: Uint8Array, revision: number) {
    this.#bytes = bytes;
    this.#revision = revision;
  }

  get line(): Buffer {
    this.#line ??= withRevision(this.#bytes, this.#revision);
    this.#bytes = this.#line;
    return this.#line;
  }
}

/**
 * JSON of frozen objects, made once and remembered as long as they live: the same bytes serve a get, every list the
 * object is in and every watcher. Each ends with a line break: as it is, it is the answer to a get.
 */
export class JsonLines {
  readonly #lines = new WeakMap<object, Buffer>();

  /** What is not frozen could change; it is encoded, but not remembered. */
  of(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return lineOf(value);
    const stored: unknown = Reflect.get(value, STORED);
    if (stored instanceof StoredForm) return stored.line;
    const known = this.#lines.get(value);
    if (known !== undefined) return known;
    const line = lineOf(value);
    this.#lines.set(value, line);
    return line;
  }

  /**
   * Says that an object is, but for its resourceVersion, what these bytes say, whose first keys are apiVersion, kind and
   * metadata: writing an object to storage is the only encoding it takes. The object must not be frozen yet.
   */
  storedAs(object: object, bytes: Uint8Array, revision: number): void {
    Object.defineProperty(object, STORED, { value: new StoredForm(bytes, revision) });
  }
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function withRevision(bytes: Uint8Array, revision: number): Buffer {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = stored.indexOf(METADATA) + METADATA.byteLength;
  const version = `"resourceVersion":"${revision}"${stored[at] === CLOSING_BRACE ? '' : ','}`;
  const line = Buffer.allocUnsafe(stored.byteLength + version.length + 1);
  stored.copy(line, 0, 0, at);
  line.write(version, at, 'latin1');
  stored.copy(line, at + version.length, at);
  line[line.byteLength - 1] = LINE_BREAK;
  return line;
}
