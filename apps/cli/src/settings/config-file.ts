import { errorMessage, type Message } from '@kubemin/base/message';
import { describeSyntaxError, type Position } from '@kubemin/model';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { settingFixMessages, settingProblemMessages } from '../messages/index.ts';
import type { SettingProblem } from './setting-problem.ts';
import type { RawValue } from './setting-type.ts';

/** A configuration file as it was found. */
export type ConfigFileText =
  | { readonly kind: 'text'; readonly file: string; readonly text: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly why: Message };

/** One value of a configuration file. */
export interface ConfigEntry {
  readonly raw: RawValue;
  readonly position: Position;
}

/** A key that no setting has. */
export interface UnknownKey {
  readonly path: string;
  readonly position: Position;
}

/** The content of a configuration file. */
export interface ConfigFile {
  readonly file: string;
  readonly entries: ReadonlyMap<string, ConfigEntry>;
  readonly unknown: readonly UnknownKey[];
  readonly problems: readonly SettingProblem[];
}

const MOST_CHARACTERS = 1_048_576;

/** Reads a configuration file, as far as it speaks of `paths`. Never throws; only keys on the way to a path are looked into. */
export function readConfigFile(source: ConfigFileText, paths: readonly string[]): ConfigFile {
  if (source.kind === 'unreadable') {
    return broken(source.file, {
      code: 'CONFIG_UNREADABLE',
      message: settingProblemMessages.fileUnreadable({ why: source.why }),
      fix: settingFixMessages.nameFile,
    });
  }
  const { file, text } = source;
  if (text.length > MOST_CHARACTERS) {
    const message = settingProblemMessages.fileTooLong({ length: text.length, limit: MOST_CHARACTERS });
    return broken(file, { code: 'CONFIG_UNREADABLE', message, fix: settingFixMessages.keepSettings });
  }
  try {
    return new Walk(file, text, paths).result();
  } catch (thrown) {
    // Deep nesting exhausts the parser's stack.
    return broken(file, syntax(errorMessage(thrown), settingFixMessages.checkSyntax));
  }
}

type Fault = Pick<SettingProblem, 'code' | 'message' | 'fix'>;

function syntax(reason: Message, fix: Message): Fault {
  return { code: 'CONFIG_SYNTAX', message: settingProblemMessages.notYaml({ reason }), fix };
}

function broken(file: string, fault: Fault): ConfigFile {
  const source = { kind: 'file', file, path: '' } as const;
  return { file, entries: new Map(), unknown: [], problems: [{ severity: 'error', source, ...fault }] };
}

class Walk {
  readonly #file: string;
  readonly #text: string;
  readonly #paths: ReadonlySet<string>;
  readonly #groups: ReadonlySet<string>;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;
  readonly #entries = new Map<string, ConfigEntry>();
  readonly #unknown: UnknownKey[] = [];
  readonly #problems: SettingProblem[] = [];

  constructor(file: string, text: string, paths: readonly string[]) {
    this.#file = file;
    this.#text = text;
    this.#paths = new Set(paths);
    this.#groups = new Set(paths.flatMap(parentPaths));
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, logLevel: 'error' });
  }

  result(): ConfigFile {
    const { errors, contents } = this.#document;
    for (const error of errors) {
      const { message, fix, position } = describeSyntaxError(this.#text, error);
      this.#fault(syntax(message, fix), '', position);
    }
    if (errors.length === 0) this.#group(contents, '');
    return { file: this.#file, entries: this.#entries, unknown: this.#unknown, problems: this.#problems };
  }

  #group(node: unknown, path: string): void {
    const target = this.#target(node);
    if (isMap(target)) for (const pair of target.items) this.#pair(pair, path);
    else if (!isEmpty(target)) {
      const where = path === '' ? settingProblemMessages.configFile : settingProblemMessages.quotedPath({ path });
      const message = settingProblemMessages.valueForGroup({ where });
      const fix = settingFixMessages.oneSettingPerLine;
      this.#fault({ code: 'SETTING_INVALID', message, fix }, path, this.#position(nodeStart(node)));
    }
  }

  #pair({ key, value }: Pair, parent: string): void {
    const name = isScalar(key) ? String(key.value) : '?';
    const path = parent === '' ? name : `${parent}.${name}`;
    const position = this.#position(nodeStart(key));
    if (this.#groups.has(path)) this.#group(value, path);
    else if (this.#paths.has(path)) this.#entry(value, path, position);
    else this.#unknown.push({ path, position });
  }

  #entry(node: unknown, path: string, position: Position): void {
    const raw = this.#raw(node);
    if (raw === undefined) {
      const message = settingProblemMessages.groupForValue;
      this.#fault({ code: 'SETTING_INVALID', message, fix: settingFixMessages.writeValue }, path, position);
    } else if (raw !== '') this.#entries.set(path, { raw, position });
  }

  /** Undefined for what is neither a value nor a list of values; empty for a null value. */
  #raw(node: unknown): RawValue | undefined {
    const target = this.#target(node);
    if (isEmpty(target)) return '';
    if (isScalar(target)) return scalarText(target);
    if (!isSeq(target)) return undefined;
    const items = target.items.map((item) => this.#target(item));
    return items.every(isScalar) ? items.map(scalarText) : undefined;
  }

  #target(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node;
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  #fault(fault: Fault, path: string, position: Position): void {
    this.#problems.push({ severity: 'error', source: { kind: 'file', file: this.#file, path, position }, ...fault });
  }
}

/** The source text: that of a number can differ from the number (`0010`, `1_000`). */
function scalarText(scalar: { readonly value: unknown; readonly source?: string }): string {
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value ?? ''));
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function nodeStart(node: unknown): number {
  return isNodeWithRange(node) ? (node.range?.[0] ?? 0) : 0;
}

function isNodeWithRange(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'range' in node;
}

/** `a.b.c` has the parents `a` and `a.b`. */
function parentPaths(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
