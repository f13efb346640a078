import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { foldKey } from '../field/index.ts';
import { parameterMessages } from '../messages/index.ts';
import { type DocumentPath, shortList } from '../problem/index.ts';

/** A key, an index, or what stands in brackets without quotes: an index, or the name of a list entry. */
const PART = /\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\[([^\]"]+)\]/y;

interface PathPart {
  readonly kind: 'key' | 'index' | 'name';
  readonly value: string;
}

/** The field of a component that a path leads to. */
export interface FoundField {
  /** The place of the component among the components. */
  readonly component: number;
  /** From the component to the field. */
  readonly path: DocumentPath;
  readonly value: string | number | boolean;
}

/** Why a path leads to no field. */
export interface FieldFault {
  readonly code: 'INVALID_PARAMETER' | 'PARAMETER_FIELD_NOT_FOUND';
  readonly message: Message;
  readonly fix: Message;
}

/** Fields that identify a component; entries that use a template have their own for them. */
const IDENTITY = ['name', 'type', 'dependsOn'];

/**
 * The field that a path such as `component[tem-mysql].traits.storage[data].size` leads to. Keys may be in any accepted
 * spelling; keys of maps with other characters are quoted: `conf["my.cnf"]`.
 */
export function findField(components: readonly { readonly name: string }[], text: string): FoundField | FieldFault {
  const parts = parsePath(text);
  const [root, name, ...rest] = parts ?? [];
  if (root === undefined || name === undefined || rest.length === 0) {
    return invalid(parameterMessages.pathUnreadable({ path: text }), parameterMessages.pathFix);
  }
  if (!['component', 'components'].includes(root.value.toLowerCase()) || name.kind === 'key') {
    return invalid(parameterMessages.pathRoot({ path: text }), parameterMessages.pathFix);
  }
  const index = entryIndex(components, name);
  const component = components[index];
  if (component === undefined) return notFound(text, name.value, components);
  const path: (string | number)[] = [];
  let value: unknown = component;
  for (const part of rest) {
    const step = stepInto(value, part);
    if (step === undefined) return notFound(text, part.value, value);
    path.push(step);
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined;
  }
  const [field] = path;
  if (typeof field === 'string' && IDENTITY.includes(field)) {
    return invalid(parameterMessages.fieldIdentity({ field }), parameterMessages.fieldIdentityFix);
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { component: index, path, value };
  }
  return invalid(parameterMessages.fieldNotScalar({ path: text }), parameterMessages.fieldNotScalarFix);
}

function parsePath(text: string): readonly PathPart[] | undefined {
  const parts: PathPart[] = [];
  const pattern = new RegExp(PART);
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [whole, key, index, quoted, name] = match;
    if (key !== undefined) {
      if (at > 0 !== whole.startsWith('.')) return undefined;
      parts.push({ kind: 'key', value: key });
    } else if (index !== undefined) parts.push({ kind: 'index', value: index });
    else if (quoted !== undefined) {
      const unquoted = unquote(quoted);
      if (unquoted === undefined) return undefined;
      parts.push({ kind: 'key', value: unquoted });
    } else parts.push({ kind: 'name', value: (name ?? '').trim() });
    at += whole.length;
  }
  return parts;
}

function unquote(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function entryIndex(list: readonly unknown[], part: PathPart): number {
  if (part.kind === 'index') return Number(part.value);
  return list.findIndex((entry) => isRecord(entry) && entry.name === part.value.toLowerCase());
}

/** The key or index of the value that a part of a path leads to; undefined where there is nothing. */
function stepInto(value: unknown, part: PathPart): string | number | undefined {
  if (Array.isArray(value)) {
    if (part.kind === 'key') return undefined;
    const index = entryIndex(value, part);
    return value[index] === undefined ? undefined : index;
  }
  if (!isRecord(value) || part.kind === 'index') return undefined;
  if (Object.hasOwn(value, part.value)) return part.value;
  return Object.keys(value).find((key) => foldKey(key) === foldKey(part.value));
}

function invalid(message: Message, fix: Message): FieldFault {
  return { code: 'INVALID_PARAMETER', message, fix };
}

function notFound(path: string, part: string, holder: unknown): FieldFault {
  const code = 'PARAMETER_FIELD_NOT_FOUND';
  const names = namesIn(holder);
  const fix = parameterMessages.fieldNotFoundFix;
  if (names.length === 0) return { code, message: parameterMessages.fieldNothingThere({ path }), fix };
  return { code, message: parameterMessages.fieldNotFound({ path, part, names: shortList(names) }), fix };
}

function namesIn(holder: unknown): readonly string[] {
  if (Array.isArray(holder)) {
    return holder.map((entry: unknown, index) =>
      isRecord(entry) && typeof entry.name === 'string' ? entry.name : String(index),
    );
  }
  return isRecord(holder) ? Object.keys(holder) : [];
}
