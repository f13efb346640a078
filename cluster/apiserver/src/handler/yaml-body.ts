import { toError } from '@kubemin/base';
import { badRequest, type InexactInteger, JsonError, readJson } from '@kubemin/kubeapi';
import { type Document, isAlias, isCollection, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { BodyDocument } from './body-document.ts';
import { readJsonBody } from './json-body.ts';
import { checkYamlLimits } from './yaml-limits.ts';
import { kubernetesTags } from './yaml-tags.ts';
import { unfold } from './yaml-value.ts';

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
    const value = unfold(document.toJS({ maxAliasCount: 100 }), inexact);
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
