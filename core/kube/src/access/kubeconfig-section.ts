import { isRecord } from '../resource/api-answer.ts';
import { KubeconfigError, type KubeconfigProblem } from './kubeconfig-error.ts';

/** One mapping of a kubeconfig together with the place it stands at, so that every complaint can name it. */
export class KubeconfigSection {
  readonly path: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(path: string, value: unknown) {
    // An empty mapping in YAML reads as null.
    const fields = value ?? {};
    if (!isRecord(fields)) throw invalid(path, 'must be a mapping');
    this.path = path;
    this.#fields = fields;
  }

  text(field: string): string | undefined {
    const value = this.#fields[field] ?? undefined;
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    throw invalid(this.at(field), 'must be text; put it in quotes');
  }

  flag(field: string): boolean {
    const value = this.#fields[field] ?? false;
    if (typeof value === 'boolean') return value;
    throw invalid(this.at(field), 'must be true or false');
  }

  has(field: string): boolean {
    const value = this.#fields[field] ?? undefined;
    return value !== undefined && value !== '';
  }

  section(field: string): KubeconfigSection {
    return new KubeconfigSection(this.at(field), this.#fields[field]);
  }

  /** The entry of a `[{name, <inner>}]` list by its name. */
  named(field: string, inner: string, name: string): KubeconfigSection | undefined {
    const found = this.#entries(field).find((entry) => entry.text('name') === name);
    return found?.section(inner);
  }

  names(field: string): readonly string[] {
    return this.#entries(field).flatMap((entry) => entry.text('name') ?? []);
  }

  at(field: string): string {
    return this.path === '' ? field : `${this.path}.${field}`;
  }

  #entries(field: string): readonly KubeconfigSection[] {
    const list = this.#fields[field] ?? [];
    if (!Array.isArray(list)) throw invalid(this.at(field), 'must be a list');
    return list.map((entry: unknown, index) => new KubeconfigSection(`${this.at(field)}[${index}]`, entry));
  }
}

/** A complaint about one place of the file. */
export function problemAt(code: KubeconfigProblem, path: string, what: string): KubeconfigError {
  return new KubeconfigError(code, `${path} ${what}`);
}

function invalid(path: string, what: string): KubeconfigError {
  return problemAt('KUBECONFIG_INVALID', path === '' ? 'the file' : path, what);
}
