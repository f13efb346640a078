import type { FieldError } from '@kubemin/kubeapi';

/** More problems would not help to find the first mistake. */
const MAX_PROBLEMS = 200;

/** What is wrong with a schema, and what is only odd about it, as found on the way through it. */
export class SchemaProblems {
  readonly #errors: FieldError[] = [];
  readonly #warnings = new Set<string>();

  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  add(...errors: readonly FieldError[]): void {
    this.#errors.push(...errors.slice(0, MAX_PROBLEMS - this.#errors.length));
  }

  warn(warning: string): void {
    if (this.#warnings.size < MAX_PROBLEMS) this.#warnings.add(warning);
  }
}
