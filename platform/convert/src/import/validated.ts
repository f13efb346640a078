import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import { builtinRegistry, createModel, type DocumentPath, type Problem } from '@kubemin/model';
import { convertMessages } from '../messages/index.ts';
import type { DocumentInput, Imported, ImportOptions } from './imported.ts';
import { type NotCarried, notCarried } from './source/not-carried.ts';

const MOST_REPAIRS = 1000;
const IMAGE = 'image-to-be-named:latest';
const STEP = /\[(\d+)\]|\[("(?:\\.|[^"\\])*")\]|\.?([A-Za-z_$][\w$-]*)/g;

/**
 * The document with everything taken out that the model refuses, and the list with that added. Texts may have what no
 * cluster would accept; what remains must always be an application that can be deployed.
 */
export function validated(
  document: DocumentInput,
  known: readonly NotCarried[],
  { model = createModel(builtinRegistry) }: Pick<ImportOptions, 'model'>,
): Imported {
  const list = [...known];
  let current = document;
  for (let count = 0; count < MOST_REPAIRS; count++) {
    const problem = model.parse(current).problems.find(({ severity }) => severity === 'error');
    if (problem === undefined) break;
    if (problem.code === 'INVALID_IMAGE') {
      // What runs in the component is worth more than the name of its image, which may hold a variable.
      const replaced = withImage(current, parsePath(problem.path));
      const why = convertMessages.imagePlaceholder({ reason: problemReason(problem), image: IMAGE });
      list.push(
        notCarried({ how: 'changed', path: '' }, { what: convertMessages.resultOf({ path: problem.path }), why }),
      );
      current = replaced;
      continue;
    }
    const path = existing(current, parsePath(problem.path));
    const repaired = without(current, path);
    if (!isDocument(repaired)) break;
    const why = reasonAndFix(problem);
    list.push(
      notCarried({ how: 'dropped', path: '' }, { what: convertMessages.resultOf({ path: problem.path }), why }),
    );
    current = repaired;
  }
  return { document: current, notCarried: list };
}

function problemReason({ texts, message }: Problem): Message {
  return decodeMessage(texts?.message, message) ?? verbatim(message);
}

/** The message of a problem, with what to do about it. */
function reasonAndFix(problem: Problem): Message {
  const { texts, fix } = problem;
  const reason = problemReason(problem);
  if (fix === undefined) return reason;
  return convertMessages.reasonAndFix({ reason, fix: decodeMessage(texts?.fix, fix) ?? verbatim(fix) });
}

function parsePath(text: string): DocumentPath {
  return [...text.matchAll(STEP)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? '') : String(JSON.parse(quoted));
  });
}

/** The longest part of a path that leads to something, never shorter than one component. */
function existing(root: unknown, path: DocumentPath): DocumentPath {
  let at: unknown = root;
  for (const [depth, step] of path.entries()) {
    const found = readChild(at, step);
    if (found === undefined) return depth < 2 ? path.slice(0, 2) : path.slice(0, depth);
    at = found;
  }
  // A component without its head is none.
  return path.length === 3 && path[2] !== 'replicas' && path[2] !== 'dependsOn' ? path.slice(0, 2) : path;
}

function withImage(document: DocumentInput, path: DocumentPath): DocumentInput {
  const set = (value: unknown, [step, ...rest]: DocumentPath): unknown => {
    if (step === undefined) return IMAGE;
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      return items.map((item, index) => (index === step ? set(item, rest) : item));
    }
    return typeof value === 'object' && value !== null
      ? { ...value, [step]: set(readChild(value, step), rest) }
      : value;
  };
  const changed = set(document, path);
  return isDocument(changed) ? changed : document;
}

function readChild(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Object.entries(value).find(([key]) => key === String(step))?.[1]
    : undefined;
}

function without(value: unknown, [step, ...rest]: DocumentPath): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return rest.length === 0
      ? items.filter((_, index) => index !== step)
      : items.map((item, index) => (index === step ? without(item, rest) : item));
  }
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.flatMap(([key, child]): [string, unknown][] => {
      if (key !== step) return [[key, child]];
      return rest.length === 0 ? [] : [[key, without(child, rest)]];
    }),
  );
}

/** Taking parts out of a document leaves a document, as long as its own fields stay. */
function isDocument(value: unknown): value is DocumentInput {
  return typeof value === 'object' && value !== null && 'name' in value && 'component' in value;
}
