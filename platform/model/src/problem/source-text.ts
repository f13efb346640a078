import type { Message } from '@kubemin/base/message';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  parseDocument,
  Scalar,
  type YAMLMap,
} from 'yaml';
import { sourceMessages } from '../messages/index.ts';
import { type DocumentPath, formatPath } from './document-path.ts';
import type { Position } from './problem.ts';
import { describeMissingAnchor, describeSyntaxError } from './syntax-fault.ts';

/** A document's text, read: its value, and where each part of it stands. */
export interface SourceText {
  readonly value: unknown;
  /** Where the value at a path, or its nearest parent, was written. */
  locate(path: DocumentPath): Position | undefined;
  /** A scalar as it was written: "1.10" where the value is 1.1. */
  scalarText(path: DocumentPath): string | undefined;
}

/** Why a text could not be read. */
export interface TextFault {
  readonly code: 'INVALID_DOCUMENT' | 'DOCUMENT_TOO_LARGE' | 'ALIAS_BOMB';
  readonly message: Message;
  readonly fix: Message;
  readonly position?: Position;
  readonly excerpt?: string;
}

/** What reading a text gives: the source, or everything that is wrong with it. */
export type TextResult =
  | { readonly kind: 'read'; readonly source: SourceText }
  | { readonly kind: 'faulty'; readonly faults: readonly TextFault[] };

// Enough for a hundred components with large configs, little enough to parse in a blink.
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_ALIASES = 100;
const MOST_FAULTS = 20;

/** Reads JSON (comments and trailing commas allowed) or YAML. Never throws. */
export function readText(text: string): TextResult {
  if (text.length > MOST_CHARACTERS) {
    const message = sourceMessages.tooManyCharacters({ length: text.length, most: MOST_CHARACTERS });
    return faulty({
      code: 'DOCUMENT_TOO_LARGE',
      message,
      fix: sourceMessages.splitOrMoveFiles,
    });
  }
  const plain = strictJson(text);
  return plain === undefined ? readYaml(text) : { kind: 'read', source: plainSource(text, plain.value) };
}

/** YAML, of which JSON is nearly a part; the parser keeps where everything stands. */
function readYaml(text: string): TextResult {
  const lines = new LineCounter();
  try {
    const plain = withoutJsonComments(text);
    const document = parseDocument(plain, {
      lineCounter: lines,
      merge: true,
      prettyErrors: false,
      logLevel: 'error',
    });
    if (document.errors.length > 0) {
      // What follows the first fault is often a consequence of it; only repeated keys stand each for themselves.
      const [first, ...others] = document.errors;
      const repeated = others.filter(({ code }) => code === 'DUPLICATE_KEY').slice(0, MOST_FAULTS);
      const faults = [...(first === undefined ? [] : [first]), ...repeated].map((error) => ({
        code: 'INVALID_DOCUMENT' as const,
        ...describeSyntaxError(plain, error),
      }));
      return { kind: 'faulty', faults };
    }
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { kind: 'read', source: createSourceText(document, value, lines) };
  } catch (thrown) {
    return faulty(toTextFault(thrown, text));
  }
}

/** JSON is read many times faster without its places, and most documents give no reason to ask for one. */
function plainSource(text: string, value: unknown): SourceText {
  let placed: SourceText | undefined;
  const places = () => {
    const result = placed === undefined ? readYaml(text) : undefined;
    if (result?.kind === 'read') placed = result.source;
    return placed;
  };
  return { value, locate: (path) => places()?.locate(path), scalarText: (path) => places()?.scalarText(path) };
}

function toTextFault(thrown: unknown, text: string): TextFault {
  if (thrown instanceof ReferenceError) {
    const anchor = /^Unresolved alias[^:]*: (.*)$/.exec(thrown.message)?.[1];
    if (anchor !== undefined) return { code: 'INVALID_DOCUMENT', ...describeMissingAnchor(text, anchor) };
    const message = sourceMessages.aliasesTooLarge;
    return { code: 'ALIAS_BOMB', message, fix: sourceMessages.aliasesTooLargeFix };
  }
  const message = thrown instanceof RangeError ? sourceMessages.tooDeep : sourceMessages.unreadable;
  return { code: 'INVALID_DOCUMENT', message, fix: sourceMessages.unreadableFix };
}

function faulty(fault: TextFault): TextResult {
  return { kind: 'faulty', faults: [fault] };
}

function createSourceText(document: Document.Parsed, value: unknown, lines: LineCounter): SourceText {
  return {
    value,
    locate: (path) => {
      const offset = walk(document, path).offset;
      return offset === undefined ? undefined : positionAt(lines, offset);
    },
    scalarText: (path) => {
      const { node, rest } = walk(document, path);
      return rest === 0 && isScalar(node) ? node.source : undefined;
    },
  };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

interface Walk {
  readonly node: unknown;
  /** Where the deepest part that was found starts; for a field, where its key stands. */
  readonly offset: number | undefined;
  /** How many steps of the path were not found. */
  readonly rest: number;
}

function walk(document: Document.Parsed, path: DocumentPath): Walk {
  let node: unknown = document.contents;
  let offset = nodeStart(document.contents);
  for (const [depth, step] of path.entries()) {
    const target = isAlias(node) ? node.resolve(document) : node;
    if (isMap(target)) {
      const pair = findPair(target, String(step), document);
      if (pair === undefined) return { node, offset, rest: path.length - depth };
      offset = isNode(pair.key) ? nodeStart(pair.key) : offset;
      node = pair.value;
    } else if (isSeq(target) && typeof step === 'number' && target.items[step] !== undefined) {
      node = target.items[step];
      offset = isNode(node) ? nodeStart(node) : offset;
    } else {
      return { node, offset, rest: path.length - depth };
    }
  }
  return { node, offset, rest: 0 };
}

/** The field a map has, or takes over from another by the merge key `<<`. */
function findPair(map: YAMLMap, key: string, document: Document.Parsed): Pair | undefined {
  const own = map.items.find((item) => !isMerge(item) && isScalar(item.key) && String(item.key.value) === key);
  if (own !== undefined) return own;
  const merged = map.items.filter(isMerge).flatMap(({ value }) => (isSeq(value) ? value.items : [value]));
  for (const node of merged) {
    const source = isAlias(node) ? node.resolve(document) : node;
    const found = isMap(source) ? findPair(source, key, document) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.type === Scalar.PLAIN && key.source === '<<';
}

function nodeStart(node: Node | null): number | undefined {
  return node?.range?.[0];
}

/** JSON without its comments, which YAML would read as parts of keys and values; YAML as it is. */
function withoutJsonComments(text: string): string {
  return /^\uFEFF?\s*([{[]|\/[/*])/.test(text) ? blankComments(text) : text;
}

/** Replaces the comments of JSON with blanks, so that every other character keeps its line and column. */
function blankComments(text: string): string {
  let out = '';
  let index = 0;
  while (index < text.length) {
    const end = tokenEnd(text, index);
    const token = text.slice(index, end);
    out += isComment(text, index) ? token.replaceAll(/[^\r\n]/g, ' ') : token;
    index = end;
  }
  return out;
}

// "https://…" without quotes is not JSON, but taking its end away would make the message about it wrong.
function isComment(text: string, index: number): boolean {
  return text[index] === '/' && (text[index + 1] === '*' || (text[index + 1] === '/' && text[index - 1] !== ':'));
}

function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (!isComment(text, start)) return start + 1;
  if (text[start + 1] === '*') {
    const close = text.indexOf('*/', start + 2);
    return close === -1 ? text.length : close + 2;
  }
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline;
}

function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"' || text[index] === '\n') return index + 1;
  }
  return text.length;
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** Reads JSON as the standard has it; undefined for anything else, and where an object has a key twice. */
function strictJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // Of equal keys JSON.parse keeps the last, without a word.
    return keysWritten(text) === keysIn(value) ? { value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function keysWritten(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) count += 1;
  return count;
}

function keysIn(value: unknown): number {
  let count = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const each of inner) if (typeof each === 'object' && each !== null) waiting.push(each);
  }
  return count;
}

/** Remembers which spelling in the input each canonical path came from. */
export class SourceTrace {
  readonly #sources = new Map<string, DocumentPath>();

  /** What lies above must have been recorded before; where nothing was spelled differently there is nothing to record. */
  record(path: DocumentPath, source: DocumentPath): void {
    if (path.at(-1) !== source.at(-1)) this.#sources.set(formatPath(path), source);
  }

  /** The input's path for a canonical one; for a value that was never written, that of its nearest written parent. */
  sourcePath(path: DocumentPath): DocumentPath {
    for (let length = path.length; length > 0; length--) {
      const source = this.#sources.get(formatPath(path.slice(0, length)));
      if (source !== undefined) return [...source, ...path.slice(length)];
    }
    return path;
  }
}

/** Reads JSON (comments allowed) or a text of several YAML documents; empty ones are left out. Undefined where it cannot be read. Never throws. */
export function readYamlDocuments(text: string): readonly unknown[] | undefined {
  try {
    const documents = parseAllDocuments(withoutJsonComments(text), {
      merge: true,
      prettyErrors: false,
      logLevel: 'error',
    });
    if (!Array.isArray(documents)) return [];
    if (documents.some(({ errors }) => errors.length > 0)) return undefined;
    return documents
      .map((document): unknown => document.toJS({ maxAliasCount: MOST_ALIASES }))
      .filter((value) => value !== null && value !== undefined);
  } catch {
    return undefined;
  }
}
