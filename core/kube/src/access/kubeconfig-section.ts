import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { accessMessages } from '../messages/index.ts';
import { KubeconfigError, type KubeconfigProblem } from './kubeconfig-error.ts';

/** Where a kubeconfig came from. */
export interface KubeconfigOrigin {
  /** What relative file names in it are relative to. */
  readonly baseDir: string;
  /** Its own name, for complaints; left out when there is but one. */
  readonly file?: string | undefined;
}

interface ProblemDetails {
  /** @default 'KUBECONFIG_INVALID' */
  readonly code?: KubeconfigProblem | undefined;
  readonly cause?: unknown;
}

/** One mapping of a kubeconfig together with the place it stands at, so that every complaint can name it. */
export class KubeconfigSection {
  readonly origin: KubeconfigOrigin;
  readonly path: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(origin: KubeconfigOrigin, path: string, value: unknown) {
    this.origin = origin;
    this.path = path;
    // An empty mapping in YAML reads as null.
    const fields = value ?? {};
    if (!isRecord(fields)) throw problemAt(origin, path, accessMessages.notMapping);
    this.#fields = fields;
  }

  getString(field: string): string | undefined {
    const value = this.#fields[field] ?? undefined;
    if (value === undefined || value === '') return undefined;
    return this.#requireString(field, value);
  }

  getRequiredString(field: string): string {
    const value = this.getString(field);
    if (value !== undefined) return value;
    throw this.problem(accessMessages.missing, field);
  }

  getStrings(field: string): readonly string[] {
    return this.#list(field).map((value, index) => this.#requireString(`${field}[${index}]`, value));
  }

  getBoolean(field: string): boolean {
    const value = this.#fields[field] ?? false;
    if (typeof value === 'boolean') return value;
    throw this.problem(accessMessages.notBoolean, field);
  }

  /** Whatever stands there, for parts that are handed on without being understood. */
  getRaw(field: string): unknown {
    return this.#fields[field] ?? undefined;
  }

  has(field: string): boolean {
    const value = this.getRaw(field);
    return value !== undefined && value !== '';
  }

  keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  getSection(field: string): KubeconfigSection {
    return new KubeconfigSection(this.origin, this.#fieldPath(field), this.#fields[field]);
  }

  getSections(field: string): readonly KubeconfigSection[] {
    return this.#list(field).map(
      (entry, index) => new KubeconfigSection(this.origin, `${this.#fieldPath(field)}[${index}]`, entry),
    );
  }

  /** A complaint about this place, or about one field of it. */
  problem(what: Message, field = '', { code, cause }: ProblemDetails = {}): KubeconfigError {
    return problemAt(this.origin, field === '' ? this.path : this.#fieldPath(field), what, { code, cause });
  }

  #fieldPath(field: string): string {
    return this.path === '' ? field : `${this.path}.${field}`;
  }

  #list(field: string): readonly unknown[] {
    const list = this.#fields[field] ?? [];
    if (Array.isArray(list)) return list;
    throw this.problem(accessMessages.notList, field);
  }

  #requireString(field: string, value: unknown): string {
    if (typeof value === 'string') return value;
    throw this.problem(accessMessages.notString, field);
  }
}

function problemAt(
  { file }: KubeconfigOrigin,
  path: string,
  what: Message,
  { code = 'KUBECONFIG_INVALID', cause }: ProblemDetails = {},
): KubeconfigError {
  const place = [file, path].filter(Boolean).join(': ');
  const problem =
    place === ''
      ? accessMessages.inFile({ file: accessMessages.theFile, problem: what })
      : accessMessages.atPlace({ place, problem: what });
  return new KubeconfigError(code, problem, cause);
}
