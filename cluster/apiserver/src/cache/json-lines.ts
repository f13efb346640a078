/** Top level: apiVersion and kind come before it, and no string can hold it, as quotes in strings are escaped. */
const METADATA = Buffer.from('"metadata":{');
const CLOSING_BRACE = '}'.charCodeAt(0);
const LINE_BREAK = '\n'.charCodeAt(0);

interface StoredForm {
  readonly bytes: Uint8Array;
  readonly revision: number;
}

/**
 * JSON of frozen objects, made once and remembered as long as they live: the same bytes serve a get, every list the
 * object is in and every watcher. Each ends with a line break: as it is, it is the answer to a get.
 */
export class JsonLines {
  readonly #lines = new WeakMap<object, Buffer | StoredForm>();

  /** What is not frozen could change; it is encoded, but not remembered. */
  of(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return lineOf(value);
    const known = this.#lines.get(value);
    if (Buffer.isBuffer(known)) return known;
    const line = known === undefined ? lineOf(value) : withRevision(known);
    this.#lines.set(value, line);
    return line;
  }

  /**
   * Says that an object is, but for its resourceVersion, what these bytes say, whose first keys are apiVersion, kind and
   * metadata: writing an object to storage is the only encoding it takes.
   */
  storedAs(object: object, bytes: Uint8Array, revision: number): void {
    this.#lines.set(object, { bytes, revision });
  }
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function withRevision({ bytes, revision }: StoredForm): Buffer {
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
