import { type Message, verbatim, yamlErrorMessage } from '@kubemin/base/message';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import { configMessages } from '../messages/index.ts';
import type { ConfigProblem, ConfigProblemCode } from './config-problem.ts';
import type { ConfigSource } from './config-source.ts';
import type { RawConfigValue } from './config-type.ts';

/** A configuration file with its content. */
export interface ConfigFileText {
  readonly name: string;
  readonly text: string;
}

/** The keys that a file may have. */
export interface ConfigKeys {
  readonly values: ReadonlySet<string>;
  /** Keys below these are chosen by the user. */
  readonly maps: ReadonlySet<string>;
}

/** One value of a file. */
export interface ConfigFileEntry {
  readonly raw: RawConfigValue;
  readonly source: ConfigSource;
}

/** The parsed content of a file. */
export interface ConfigFileContent {
  readonly entries: ReadonlyMap<string, ConfigFileEntry>;
  readonly unknown: readonly { readonly path: string; readonly source: ConfigSource }[];
  readonly problems: readonly ConfigProblem[];
}

const MAX_CHARACTERS = 1_048_576;

/** Reads the values of `keys` from a YAML file; never throws. */
export function readConfigFile({ name, text }: ConfigFileText, keys: ConfigKeys): ConfigFileContent {
  const reader = new ConfigFileReader(name, keys);
  if (text.length > MAX_CHARACTERS) {
    reader.addProblem('', 0, {
      message: configMessages.fileTooLong({ limit: MAX_CHARACTERS }),
      fix: configMessages.keepSettings,
    });
    return reader.content();
  }
  try {
    reader.read(text);
  } catch (thrown) {
    // The parser recurses: nesting can exhaust its stack.
    reader.addProblem('', 0, {
      message: configMessages.fileUnreadable({ reason: yamlErrorMessage(thrown) }),
      fix: configMessages.nestLess,
    });
  }
  return reader.content();
}

interface FileProblem {
  readonly code?: ConfigProblemCode;
  readonly message: Message;
  readonly fix: Message;
}

class ConfigFileReader {
  readonly #file: string;
  readonly #keys: ConfigKeys;
  readonly #groups: ReadonlySet<string>;
  readonly #lines = new LineCounter();
  readonly #entries = new Map<string, ConfigFileEntry>();
  readonly #unknown: { path: string; source: ConfigSource }[] = [];
  readonly #problems: ConfigProblem[] = [];
  #document: Document.Parsed | undefined;

  constructor(file: string, keys: ConfigKeys) {
    this.#file = file;
    this.#keys = keys;
    this.#groups = new Set([...keys.values, ...keys.maps].flatMap(parentGroups));
  }

  content(): ConfigFileContent {
    return { entries: this.#entries, unknown: this.#unknown, problems: this.#problems };
  }

  read(text: string): void {
    const options = { lineCounter: this.#lines, prettyErrors: false, logLevel: 'error' } as const;
    this.#document = parseDocument(text, options);
    const { errors, contents } = this.#document;
    for (const error of errors) {
      this.addProblem('', error.pos[0], {
        message: configMessages.notYaml({ reason: yamlErrorMessage(error) }),
        fix: configMessages.checkSyntax,
      });
    }
    if (errors.length === 0) this.#group(contents, '');
  }

  addProblem(path: string, offset: number, { code = 'CONFIG_SYNTAX', message, fix }: FileProblem): void {
    this.#problems.push({ code, source: this.#source(path, offset), message, fix });
  }

  #group(node: unknown, path: string): void {
    const target = this.#target(node);
    if (isMap(target)) for (const pair of target.items) this.#pair(pair, path);
    else if (!isEmptyNode(target)) {
      const what = path === '' ? configMessages.configFile : verbatim(path);
      this.addProblem(path, nodeOffset(node), {
        code: 'CONFIG_VALUE_INVALID',
        message: configMessages.notAGroup({ what }),
        fix: configMessages.oneSettingPerLine,
      });
    }
  }

  #pair({ key, value }: Pair, parent: string): void {
    const name = isScalar(key) ? String(key.value) : '?';
    const path = parent === '' ? name : `${parent}.${name}`;
    const offset = nodeOffset(key);
    if (this.#keys.maps.has(path)) this.#map(value, path, offset);
    else if (this.#keys.values.has(path)) this.#value(value, path, offset);
    else if (this.#groups.has(path)) this.#group(value, path);
    else this.#unknown.push({ path, source: this.#source(path, offset) });
  }

  #value(node: unknown, path: string, offset: number): void {
    const target = this.#target(node);
    if (isEmptyNode(target)) return;
    const raw = isScalar(target) ? scalarText(target) : this.#list(target);
    if (raw !== undefined) this.#entries.set(path, { raw, source: this.#source(path, offset) });
    else this.#notAValue(path, offset);
  }

  #map(node: unknown, path: string, offset: number): void {
    const target = this.#target(node);
    if (isEmptyNode(target)) return;
    const raw = new Map<string, string>();
    if (isMap(target)) {
      for (const { key, value } of target.items) {
        const at = this.#target(value);
        const name = isScalar(key) ? String(key.value) : '?';
        if (isScalar(at)) raw.set(name, scalarText(at));
        else this.#notAValue(`${path}.${name}`, nodeOffset(key));
      }
    }
    const found = isMap(target) ? raw : isScalar(target) ? scalarText(target) : (this.#list(target) ?? '');
    this.#entries.set(path, { raw: found, source: this.#source(path, offset) });
  }

  #list(node: unknown): readonly string[] | undefined {
    if (!isSeq(node)) return undefined;
    const items = node.items.map((item) => this.#target(item));
    return items.every(isScalar) ? items.map(scalarText) : undefined;
  }

  #notAValue(path: string, offset: number): void {
    const message = configMessages.notAValue;
    this.addProblem(path, offset, { code: 'CONFIG_VALUE_INVALID', message, fix: configMessages.writeValue });
  }

  #target(node: unknown): unknown {
    return isAlias(node) && this.#document !== undefined ? node.resolve(this.#document) : node;
  }

  #source(path: string, offset: number): ConfigSource {
    const { line, col } = this.#lines.linePos(offset);
    return { kind: 'file', file: this.#file, path, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

/** The source text: a number may have lost information (`0010`). */
function scalarText(scalar: { readonly value: unknown; readonly source?: string }): string {
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value ?? ''));
}

function isEmptyNode(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function nodeOffset(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return 0;
  const [start] = node.range;
  return typeof start === 'number' ? start : 0;
}

/** `a.b.c` is in the groups `a` and `a.b`. */
function parentGroups(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
