/** The languages that messages are written in. English is the language of logs, storage and the REST API. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * One text in every language. Parameters are `{name}`; literal braces are doubled. The English text states what a parameter
 * is, Chinese only names it:
 *
 * - `{name}`: a string, shown as it is: names, values, texts of Kubernetes and of the operating system
 * - `{count:number}`: a number
 * - `{count:file|files}`: a number and the noun that agrees with it; Chinese writes `{count}`
 * - `{reason:message}`: another message, in the language of the reader
 * - `{names:list}`: strings or messages, joined by commas
 * - `{hint?}`: a message that may be absent; marked in both languages
 */
export type MessageEntry = Readonly<Record<Language, string>>;

export type MessageParam = string | number | Message | readonly (string | Message)[];

/** A message as it is passed on, stored and sent: plain data. */
export interface Message {
  /** `<scope>.<key>`. Stable: readers in other processes translate by it. */
  readonly code: string;
  /** The English text. */
  readonly message: string;
  readonly params?: Readonly<Record<string, MessageParam>>;
}

/** Doubled braces are no parameters. */
type WithoutLiteralBraces<T extends string> = T extends `${infer A}{{${infer B}}}${infer C}`
  ? WithoutLiteralBraces<`${A}${B}${C}`>
  : T;
type FindMarks<T extends string> = T extends `${string}{${infer M}}${infer Rest}` ? M | FindMarks<Rest> : never;
type Marks<T extends string> = FindMarks<WithoutLiteralBraces<T>>;
type MarkName<M extends string> = M extends `${infer N}:${string}` ? N : M extends `${infer N}?` ? N : M;
type MarkKind<M extends string> = M extends `${string}:${infer K}` ? K : 'string';
type KindValue<K extends string> = K extends 'string'
  ? string
  : K extends 'number' | `${string}|${string}`
    ? number
    : K extends 'message'
      ? Message
      : K extends 'list'
        ? readonly (string | Message)[]
        : never;
type OptionalMarks<M extends string> = Extract<M, `${string}?`>;

/** The parameters of an English text. */
export type MessageParams<T extends string, M extends string = Marks<T>> = {
  readonly [K in Exclude<M, OptionalMarks<M>> as MarkName<K>]: KindValue<MarkKind<K>>;
} & { readonly [K in OptionalMarks<M> as MarkName<K>]?: Message | undefined };

/** An entry without parameters is a message; one with parameters is a function that returns it. */
type EntryMessage<E extends MessageEntry> = [Marks<E['en']>] extends [never]
  ? Message
  : (params: MessageParams<E['en']>) => Message;
type WithoutKinds<T extends string, M extends string = Marks<T>> = M extends `${infer N}:${string}` ? N : M;
/** An entry whose languages differ in their parameters does not compile, at its own line. */
type CheckedEntry<E extends MessageEntry> = [WithoutKinds<E['en']>, WithoutKinds<E['zh']>] extends [
  WithoutKinds<E['zh']>,
  WithoutKinds<E['en']>,
]
  ? E
  : { readonly zh: ['the parameters of en', WithoutKinds<E['en']>] };

const SOURCE = Symbol('source of messages');

/** What a catalogue was declared from. */
export interface CatalogueSource {
  readonly scope: string;
  readonly entries: Readonly<Record<string, MessageEntry>>;
}

/** A declared catalogue, whatever its messages are. */
export interface MessageCatalogue {
  readonly [SOURCE]: CatalogueSource;
}

export type Messages<E extends Readonly<Record<string, MessageEntry>>> = MessageCatalogue & {
  readonly [K in keyof E]: EntryMessage<E[K]>;
};

/** Declares a catalogue; the codes of its messages are `<scope>.<key>`. */
export function defineMessages<const E extends Readonly<Record<string, MessageEntry>>>(
  scope: string,
  entries: E & { readonly [K in keyof E]: CheckedEntry<E[K]> },
): Messages<E>;
export function defineMessages(scope: string, entries: Readonly<Record<string, MessageEntry>>): unknown {
  const made = Object.entries(entries).map(([key, entry]) => {
    const code = `${scope}.${key}`;
    const make = (params: Params): Message => new CatalogueMessage(code, entry, params);
    return [key, hasMarks(entry.en) ? make : new CatalogueMessage(code, entry)] as const;
  });
  return { ...Object.fromEntries(made), [SOURCE]: { scope, entries } };
}

export function isMessageCatalogue(value: unknown): value is MessageCatalogue {
  return typeof value === 'object' && value !== null && SOURCE in value;
}

export function catalogueSource({ [SOURCE]: source }: MessageCatalogue): CatalogueSource {
  return source;
}

/** Also the names of parameters that are absent. */
type Params = Readonly<Record<string, MessageParam | undefined>>;

/** A message of a catalogue of this process, which it can be translated by. */
class CatalogueMessage implements Message {
  readonly code: string;
  readonly message: string;
  declare readonly params?: Readonly<Record<string, MessageParam>>;
  readonly #entry: MessageEntry;

  constructor(code: string, entry: MessageEntry, params?: Params) {
    this.code = code;
    this.#entry = entry;
    this.message = fillParameters(entry.en, params ?? {}, (each) => each.message, ', ') ?? entry.en;
    if (params !== undefined) this.params = Object.fromEntries(Object.entries(params).filter(isPresent));
  }

  static entry(message: Message): MessageEntry | undefined {
    return #entry in message ? message.#entry : undefined;
  }
}

function isPresent(param: [string, MessageParam | undefined]): param is [string, MessageParam] {
  return param[1] !== undefined;
}

/**
 * Makes a function that returns the text of a message in a language. Messages of this process are translated by their own
 * catalogue, others, which were stored or sent by another process, by the ones that are passed here. A code or parameter that
 * is not known, as of a newer server, leaves the English text.
 */
export function createTranslator(
  language: Language,
  catalogues: readonly MessageCatalogue[] = [],
): (message: Message) => string {
  const byScope = new Map(catalogues.map(catalogueSource).map(({ scope, entries }) => [scope, entries]));
  const findEntry = ({ code }: Message): MessageEntry | undefined => {
    const end = code.lastIndexOf('.');
    const entries = byScope.get(code.slice(0, Math.max(end, 0)));
    const key = code.slice(end + 1);
    return entries !== undefined && Object.hasOwn(entries, key) ? entries[key] : undefined;
  };
  const translate = (message: Message): string => {
    if (language === 'en') return message.message;
    const entry = CatalogueMessage.entry(message) ?? findEntry(message);
    const text =
      entry === undefined ? undefined : fillParameters(entry[language], message.params ?? {}, translate, '、');
    return text ?? message.message;
  };
  return translate;
}

const MARK = /\{\{|\}\}|\{(\w+)(\?)?(?::([^{}]*))?\}/g;

function hasMarks(text: string): boolean {
  return [...text.matchAll(MARK)].some(([, name]) => name !== undefined);
}

/** The text with its parameters; undefined when one is missing that is not optional. */
function fillParameters(
  text: string,
  params: Params,
  translate: (message: Message) => string,
  separator: string,
): string | undefined {
  const show = (value: MessageParam): string => {
    if (typeof value !== 'object') return String(value);
    return isMessage(value) ? translate(value) : value.map(show).join(separator);
  };
  let isComplete = true;
  const filled = text.replace(MARK, (mark: string, name?: string, optional?: string, kind = '') => {
    if (name === undefined) return mark.slice(1);
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) {
      isComplete &&= optional !== undefined;
      return '';
    }
    const [one, many] = kind.split('|');
    return many === undefined ? show(value) : `${show(value)} ${value === 1 ? one : many}`;
  });
  return isComplete ? filled : undefined;
}

function isMessage(value: Message | readonly unknown[]): value is Message {
  return !Array.isArray(value);
}

/** The same message with every string in it changed, for redaction and length limits. Codes stay. */
export function mapMessageTexts(message: Message, change: (text: string) => string): Message {
  const changed = (value: string | Message): string | Message =>
    typeof value === 'string' ? change(value) : mapMessageTexts(value, change);
  const { code, params } = message;
  const texts = Object.entries(params ?? {}).map(([name, value]) => {
    if (typeof value === 'number') return [name, value] as const;
    return [name, typeof value === 'object' && !isMessage(value) ? value.map(changed) : changed(value)] as const;
  });
  return { code, message: change(message.message), ...(params !== undefined && { params: Object.fromEntries(texts) }) };
}

/** A message beside its English text: what is stored in another column, or sent in another field. */
export type EncodedMessage = Omit<Message, 'message'>;

/** Undefined for a text of another program: its English text is all that there is. */
export function encodeMessage({ code, params }: Message): EncodedMessage | undefined {
  if (code === VERBATIM) return undefined;
  return { code, ...(params !== undefined && { params }) };
}

/** Codes and parameters by the names of the fields that have the English texts. */
export type Texts = Readonly<Record<string, EncodedMessage>>;

/** The field `texts` for messages by the names of their fields; nothing where none of them has a code. */
export function encodeTexts(messages: Readonly<Record<string, Message | undefined>>): { readonly texts?: Texts } {
  const encoded = Object.entries(messages).flatMap(([field, message]) => {
    const text = message === undefined ? undefined : encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  return encoded.length === 0 ? {} : { texts: Object.fromEntries(encoded) };
}

/** The message of an English text and what was stored or sent beside it; undefined when that is absent or no message. */
export function decodeMessage(encoded: unknown, english: string): Message | undefined {
  return typeof encoded === 'object' && encoded !== null ? readMessage({ ...encoded, message: english }) : undefined;
}

/** Columns of databases have no room for longer ones. */
const LONGEST_JSON = 8_192;

/** Code and parameters as JSON, to be stored beside the English text; null where there is no code, or they are too long. */
export function messageToJson(message: Message): string | null {
  const encoded = encodeMessage(message);
  if (encoded === undefined) return null;
  const json = JSON.stringify(encoded);
  return json.length > LONGEST_JSON ? null : json;
}

/** The message of what was stored; undefined where only the English text was, or the JSON is broken. */
export function messageFromJson(json: string | null | undefined, english: string): Message | undefined {
  if (json === null || json === undefined) return undefined;
  try {
    return decodeMessage(JSON.parse(json), english);
  } catch {
    return undefined;
  }
}

const VERBATIM = 'base.verbatim';
const DEEPEST_NESTING = 8;

/** A message that was stored or sent; undefined for any other value, and for one that is nested too deeply. */
export function readMessage(value: unknown, depth = 0): Message | undefined {
  if (depth > DEEPEST_NESTING || typeof value !== 'object' || value === null) return undefined;
  if (!('code' in value && 'message' in value)) return undefined;
  const { code, message } = value;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  if (!('params' in value) || value.params === undefined) return { code, message };
  if (typeof value.params !== 'object' || value.params === null) return undefined;
  const params: [string, MessageParam][] = [];
  for (const [name, given] of Object.entries(value.params)) {
    const param = readParam(given, depth + 1);
    if (param === undefined) return undefined;
    params.push([name, param]);
  }
  return { code, message, params: Object.fromEntries(params) };
}

function readParam(value: unknown, depth: number): MessageParam | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (!Array.isArray(value)) return readMessage(value, depth);
  const list = value.map((each: unknown) => (typeof each === 'string' ? each : readMessage(each, depth)));
  return list.every((each) => each !== undefined) ? list : undefined;
}
