import { toError } from '@kubemin/base';
import { badRequest, type InexactInteger, JsonError, MAX_JSON_DEPTH, readJson } from '@kubemin/kubeapi';
import {
  CST,
  type Document,
  isAlias,
  isCollection,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type ScalarTag,
  type Tags,
  visit,
} from 'yaml';
import { type BodyDocument, readJsonBody } from './body-document.ts';
import { toJsonValue } from './yaml-value.ts';

const MAX_OBJECTIONS = 100;

/** Reads a body in YAML 1.1, as Kubernetes does; JSON, which is YAML too, takes the fast way. 400 when it is neither. */
export function readYamlBody(text: string): BodyDocument {
  if (/^\s*\{/.test(text) && isJson(text)) return readJsonBody(text);
  const lines = new LineCounter();
  try {
    checkYamlLimits(text);
    const document = parseDocument(text, {
      version: '1.1',
      merge: true,
      intAsBigInt: true,
      // The library's own check compares every key with every other.
      uniqueKeys: false,
      customTags: kubernetesTags,
      lineCounter: lines,
      // Its warnings would go to stderr.
      logLevel: 'error',
    });
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    const objections = repeatedKeys(document, lines);
    const inexact: InexactInteger[] = [];
    const value = toJsonValue(document.toJS({ maxAliasCount: 100 }), inexact);
    return { value, inexact, objections };
  } catch (error) {
    // The lines after the first show the place in the text.
    const [message = ''] = toError(error).message.split('\n');
    throw badRequest(`error converting YAML to JSON: ${message.replace(/:$/, '')}`);
  }
}

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch (error) {
    // Too deep for JSON is too deep for YAML.
    if (error instanceof JsonError) return error.code === 'JSON_TOO_DEEP';
    throw error;
  }
}

function repeatedKeys(document: Document, lines: LineCounter): readonly string[] {
  const found: string[] = [];
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (isCollection(isAlias(key) ? key.resolve(document) : key))
          throw new Error('a key must not be a map or a list');
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && found.length < MAX_OBJECTIONS) {
          const { line } = lines.linePos(key.range?.[0] ?? 0);
          found.push(`line ${line}: key ${JSON.stringify(String(key.value))} already set in map`);
        }
        seen.add(key.value);
      }
    },
  });
  return found;
}

/** Each token costs the parser some microseconds and hundreds of bytes; the largest real objects have a third of this. */
const MAX_TOKENS = 150_000;
/** Looking up an alias searches the document. */
const MAX_ALIASES = 100;

/** Refuses, before anything is built, a document that would cost far more to read than its size suggests. */
function checkYamlLimits(text: string): void {
  let tokens = 0;
  let aliases = 0;
  let depth = 0;
  let scalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    tokens += 1;
    const type: CST.TokenType | null = scalar ? null : CST.tokenType(lexeme);
    // The text of a scalar comes after its mark, and may look like anything.
    scalar = type === 'scalar';
    if (type === 'alias') aliases += 1;
    else if (type === 'flow-map-start' || type === 'flow-seq-start') depth += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') depth -= 1;
    if (tokens > MAX_TOKENS) throw new Error(`the document has more than ${MAX_TOKENS} tokens: send it as JSON`);
    if (aliases > MAX_ALIASES) throw new Error(`the document has more than ${MAX_ALIASES} aliases`);
    if (depth > MAX_JSON_DEPTH) throw new Error(`exceeded max depth of ${MAX_JSON_DEPTH}`);
  }
}

const BOOLEAN = 'tag:yaml.org,2002:bool';
const TIMESTAMP = 'tag:yaml.org,2002:timestamp';
/** Numbers to the base of 60. */
const SEXAGESIMAL = 'TIME';

/**
 * YAML 1.1 as Kubernetes reads it: `yes` and `on` are true and 0644 is octal, but 12:30 and 2001-12-14 stay text, as do
 * `y` and `n`, which are more often names than booleans.
 */
function kubernetesTags(tags: Tags): Tags {
  return tags.filter((tag) => !isLeftAsText(tag)).map((tag) => (isScalarTag(tag) ? withoutLetters(tag) : tag));
}

function isLeftAsText(tag: Tags[number]): boolean {
  return isScalarTag(tag) && (tag.tag === TIMESTAMP || tag.format === SEXAGESIMAL);
}

function withoutLetters(tag: ScalarTag): ScalarTag {
  if (tag.tag !== BOOLEAN) return tag;
  const isTrue = tag.test?.test('true') === true;
  return { ...tag, test: isTrue ? /^(?:yes|true|on)$/i : /^(?:no|false|off)$/i };
}

function isScalarTag(tag: Tags[number]): tag is ScalarTag {
  return typeof tag === 'object' && tag.collection === undefined;
}
