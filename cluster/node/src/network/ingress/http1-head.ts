/** Header fields in the order they came, with names also in lower case. */
export class HeaderList {
  readonly names: string[] = [];
  readonly keys: string[] = [];
  readonly values: string[] = [];

  add(name: string, key: string, value: string): void {
    this.names.push(name);
    this.keys.push(key);
    this.values.push(value);
  }

  /** The first value of a field, by its name in lower case. */
  get(key: string): string | undefined {
    const at = this.keys.indexOf(key);
    return at < 0 ? undefined : this.values[at];
  }

  /** All values of a field in one, as lists are; cookies with their own separator. */
  joined(key: string): string | undefined {
    const at = this.keys.indexOf(key);
    if (at < 0 || this.keys.indexOf(key, at + 1) < 0) return this.values[at];
    const all = this.values.filter((_value, index) => this.keys[index] === key);
    return all.join(key === 'cookie' ? '; ' : ', ');
  }

  count(key: string): number {
    let count = 0;
    for (let at = this.keys.indexOf(key); at >= 0; at = this.keys.indexOf(key, at + 1)) count += 1;
    return count;
  }
}

/** Why a message cannot be read; the status is for its sender. */
export interface MessageFault {
  readonly status: number;
  readonly message: string;
}

/** How the end of a body is found. */
export type BodyFraming =
  | { readonly type: 'none' }
  | { readonly type: 'length'; readonly length: number }
  | { readonly type: 'chunked' }
  | { readonly type: 'close' };

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly minorVersion: number;
  readonly headers: HeaderList;
}

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly minorVersion: number;
  readonly headers: HeaderList;
}

const NO_BODY: BodyFraming = { type: 'none' };
const CHUNKED: BodyFraming = { type: 'chunked' };
const UNTIL_CLOSE: BodyFraming = { type: 'close' };

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Control characters, and CR or LF that are not a pair. */
const ILLEGAL_IN_HEAD = /[^\t\r\n\x20-\x7e\x80-\xff]|\r[^\n]|\r$|[^\r]\n|^\n/;
const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}) ([\x21-\x7e]+) HTTP\/1\.([01])$/;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: (.*))?$/;
const MAX_CACHED_NAMES = 1024;

/** A name or a method, as HTTP allows them. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A field value without line ends and control characters. */
export function isFieldValue(text: string): boolean {
  return !ILLEGAL_IN_HEAD.test(text) && !text.includes('\n');
}

/**
 * Reads heads of HTTP/1.1 messages, strictly: what other parsers might read in another way is a fault. One reader serves
 * many connections; it keeps the lower-case forms of the names it has seen.
 */
export class HeadReader {
  readonly #keys = new Map<string, string>();

  /** `text` is all up to and without the empty line. */
  readRequest(text: string): RequestHead | MessageFault {
    if (ILLEGAL_IN_HEAD.test(text)) return bad('illegal character in request head');
    const end = text.indexOf('\r\n');
    const line = REQUEST_LINE.exec(end < 0 ? text : text.slice(0, end));
    if (line === null) {
      const isOther = /^\S+ \S+ HTTP\/\d\.\d$/.test(end < 0 ? text : text.slice(0, end));
      return isOther && !/ HTTP\/1\.[01]$/.test(end < 0 ? text : text.slice(0, end))
        ? { status: 505, message: 'HTTP version not supported' }
        : bad('malformed request line');
    }
    const headers = this.#readFields(text, end);
    if (!(headers instanceof HeaderList)) return headers;
    return { method: line[1] ?? '', target: line[2] ?? '', minorVersion: line[3] === '1' ? 1 : 0, headers };
  }

  /** `text` is all up to and without the empty line. */
  readResponse(text: string): ResponseHead | MessageFault {
    if (ILLEGAL_IN_HEAD.test(text)) return bad('illegal character in response head');
    const end = text.indexOf('\r\n');
    const line = STATUS_LINE.exec(end < 0 ? text : text.slice(0, end));
    if (line === null) return bad('malformed status line');
    const headers = this.#readFields(text, end);
    if (!(headers instanceof HeaderList)) return headers;
    return { status: Number(line[2]), reason: line[3] ?? '', minorVersion: line[1] === '1' ? 1 : 0, headers };
  }

  /** Fields alone, as trailers have them. */
  readTrailers(text: string): HeaderList | MessageFault {
    if (ILLEGAL_IN_HEAD.test(text)) return bad('illegal character in trailers');
    return text === '' ? new HeaderList() : this.#readFields(text, -2);
  }

  #readFields(text: string, firstEnd: number): HeaderList | MessageFault {
    const headers = new HeaderList();
    let at = firstEnd === -1 ? text.length : firstEnd + 2;
    while (at < text.length) {
      const next = text.indexOf('\r\n', at);
      const end = next < 0 ? text.length : next;
      const colon = text.indexOf(':', at);
      // Also refuses folded lines: a space is no part of a name.
      if (colon <= at || colon >= end) return bad('malformed header line');
      const name = text.slice(at, colon);
      const key = this.#key(name);
      if (key === undefined) return bad('illegal header name');
      headers.add(name, key, trimSpace(text, colon + 1, end));
      at = end + 2;
    }
    return headers;
  }

  #key(name: string): string | undefined {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    if (!TOKEN.test(name)) return undefined;
    const key = name.toLowerCase();
    if (this.#keys.size < MAX_CACHED_NAMES && name.length < 64) this.#keys.set(name, key);
    return key;
  }
}

/** How the body of a request ends. */
export function requestFraming({ headers, minorVersion }: RequestHead): BodyFraming | MessageFault {
  const length = headers.get('content-length');
  const encoding = headers.get('transfer-encoding');
  if (encoding !== undefined) {
    if (length !== undefined) return bad('both Content-Length and Transfer-Encoding');
    if (minorVersion === 0) return bad('Transfer-Encoding in HTTP/1.0');
    if (headers.count('transfer-encoding') > 1) return bad('more than one Transfer-Encoding');
    if (encoding.toLowerCase() !== 'chunked') return { status: 501, message: 'Transfer-Encoding not supported' };
    return CHUNKED;
  }
  if (length === undefined) return NO_BODY;
  return lengthFraming(headers, length);
}

/** How the body of a response ends. */
export function responseFraming({ headers, status }: ResponseHead, method: string): BodyFraming | MessageFault {
  const length = headers.get('content-length');
  const encoding = headers.get('transfer-encoding');
  if (encoding !== undefined && length !== undefined) return bad('both Content-Length and Transfer-Encoding');
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) return NO_BODY;
  if (encoding !== undefined) {
    return headers.count('transfer-encoding') === 1 && encoding.toLowerCase() === 'chunked'
      ? CHUNKED
      : bad('Transfer-Encoding not supported');
  }
  return length === undefined ? UNTIL_CLOSE : lengthFraming(headers, length);
}

function lengthFraming(headers: HeaderList, length: string): BodyFraming | MessageFault {
  if (headers.count('content-length') > 1) return bad('more than one Content-Length');
  if (!/^\d{1,15}$/.test(length)) return bad('malformed Content-Length');
  return length === '0' ? NO_BODY : { type: 'length', length: Number(length) };
}

/** Whether a value that is a list of words has one, in any case. */
export function hasListItem(value: string | undefined, item: string): boolean {
  if (value === undefined) return false;
  if (value === item) return true;
  return value.split(',').some((each) => each.trim().toLowerCase() === item);
}

function bad(message: string): MessageFault {
  return { status: 400, message };
}

function trimSpace(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
