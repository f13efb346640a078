import fc from 'fast-check';
import type { HostileRequest } from './hostile-client.ts';

/** What parsers, paths and prototypes stumble over. */
const JUNK = [
  ...['', ' ', '\0', '\n', '\\', '"', '{', '}', '[', ']', ':', ',', '/', '..', '%', '%00', '%2f', '%ff', '?', '#', '&'],
  ...[
    'null',
    'true',
    '-1',
    '0',
    '1e999',
    '9007199254740993',
    '-0',
    '1.5',
    'NaN',
    '[]',
    '{}',
    '""',
    '[null]',
    '{"":{}}',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '$patch', '$retainKeys', 'f:', 'k:{', 'metadata'],
  ...['\ud800', '\\ud800', '\ufeff', '\u202e', 'é', '😀', '&a', '*a', '!!binary', '<<', '---', '- ', 'a: b', '|', '>'],
];

/** Values to put where another was. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e21, 2 ** 53, '', ' ', 'x', '__proto__', '\0', '\ud800'],
  ...[
    '9'.repeat(400),
    [],
    [null],
    [[]],
    {},
    { '': '' },
    [{}],
    { a: null },
    'a/b',
    '-1',
    '1Ei',
    '%%',
    '2020-13-45T99:99:99Z',
  ],
];

const junk = fc.constantFrom(...JUNK);
const position = fc.double({ min: 0, max: 1, noNaN: true });

type Change<T> = (value: T) => T;

/** Text with something cut, doubled, put in or overwritten at a place. */
const textChange: fc.Arbitrary<Change<string>> = fc
  .tuple(fc.constantFrom('cut', 'double', 'insert', 'overwrite', 'truncate'), position, fc.nat(20), junk)
  .map(([kind, at, length, piece]) => (text) => {
    const start = Math.floor(at * text.length);
    const [before, middle, after] = [
      text.slice(0, start),
      text.slice(start, start + length),
      text.slice(start + length),
    ];
    const changed = { cut: '', double: middle + middle, insert: piece + middle, overwrite: piece, truncate: '' };
    return kind === 'truncate' ? before : before + changed[kind] + after;
  });

/** JSON with one value replaced, taken away or given another name; text that is no JSON stays as it is. */
const valueChange: fc.Arbitrary<Change<string>> = fc
  .tuple(fc.constantFrom('replace', 'remove', 'rename', 'wrap'), fc.nat(1000), fc.constantFrom(...VALUES), junk)
  .map(([kind, pick, value, name]) => (text) => {
    if (!/^[{[]/.test(text)) return text;
    const root: unknown = JSON.parse(text);
    const places = placesIn(root);
    const place = places[pick % Math.max(1, places.length)];
    if (place === undefined) return text;
    const { holder, key } = place;
    const old = holder[key];
    if (kind === 'replace') holder[key] = value;
    else if (kind === 'wrap') holder[key] = [old];
    else delete holder[key];
    if (kind === 'rename') Object.defineProperty(holder, name, { value: old, enumerable: true, configurable: true });
    return JSON.stringify(root);
  });

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): readonly Place[] {
  if (!isHolder(value)) return [];
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...placesIn(value[key])]);
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Turns a request into one that is wrong in one to three ways. */
export const mutation: fc.Arbitrary<Change<HostileRequest>> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: valueChange.map(onBody) },
      { weight: 4, arbitrary: textChange.map(onBody) },
      { weight: 3, arbitrary: textChange.map(onPath) },
      { weight: 1, arbitrary: textChange.map(onHeader('content-type')) },
      { weight: 1, arbitrary: textChange.map(onHeader('accept')) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE').map(onMethod) },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((changes) => (request) => changes.reduce((current, change) => change(current), request));

function onBody(change: Change<string>): Change<HostileRequest> {
  return (request) => {
    const { body = '' } = request;
    return typeof body === 'string' ? { ...request, body: unlessBroken(change, body) } : request;
  };
}

/** What a client cannot put into a request line at all is escaped. */
function onPath(change: Change<string>): Change<HostileRequest> {
  return (request) => {
    const path = change(request.path).replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char.toWellFormed()));
    return { ...request, path: path.startsWith('/') ? path : `/${path}` };
  };
}

function onHeader(name: string): (change: Change<string>) => Change<HostileRequest> {
  return (change) => (request) => {
    const value = change(request.headers?.[name] ?? 'application/json').replace(/[^\x20-\x7e]/g, '');
    return { ...request, headers: { ...request.headers, [name]: value } };
  };
}

function onMethod(method: string): Change<HostileRequest> {
  return (request) => ({ ...request, method });
}

/** An earlier change may have made the text unreadable for this one. */
function unlessBroken(change: Change<string>, text: string): string {
  try {
    return change(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
