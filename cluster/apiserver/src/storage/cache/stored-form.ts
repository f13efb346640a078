/** Top level: apiVersion and kind come before it, and no string can hold it, as quotes in strings are escaped. */
const METADATA = Buffer.from('"metadata":{');
const CLOSING_BRACE = '}'.charCodeAt(0);
const LINE_BREAK = '\n'.charCodeAt(0);

/**
 * Where an object keeps what it was stored as: invisible to copies, comparisons and encoders. A weak map of all objects
 * would be a table for every collection of garbage to go through.
 */
const STORED = Symbol('stored form');

/** The bytes an object was stored as, until its line is requested. */
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
 * Records that an object equals these bytes except for its resourceVersion. Their first keys are apiVersion, kind and
 * metadata: writing an object to storage is the only encoding it takes. The object must not be frozen yet.
 */
export function keepStoredForm(object: object, bytes: Uint8Array, revision: number): void {
  Object.defineProperty(object, STORED, { value: new StoredForm(bytes, revision) });
}

/** The JSON of an object that was stored, with a line break at its end; undefined for any other. */
export function storedLine(object: object): Buffer | undefined {
  const stored: unknown = Reflect.get(object, STORED);
  return stored instanceof StoredForm ? stored.line : undefined;
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
