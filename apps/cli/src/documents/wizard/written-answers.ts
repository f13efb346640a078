import type { GivenAnswers, Question } from '../../terminal/index.ts';

type Scalar = string | number | boolean;

/** Answers that were written down by the ids of their questions, and which of them were asked for. */
export class WrittenAnswers implements GivenAnswers {
  readonly #byId: ReadonlyMap<string, unknown>;
  readonly #asked = new Set<string>();

  constructor(byId: ReadonlyMap<string, unknown>) {
    this.#byId = byId;
  }

  find({ id }: Question): unknown {
    this.#asked.add(id);
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return [...this.#byId.keys()].some((each) => each === id || each.startsWith(`${id}.`));
  }

  /** Whether a question was asked here, answered or not. */
  wasAsked(id: string): boolean {
    return this.#asked.has(id);
  }

  /** The value of an id, whether it was asked for or not. */
  getValue(id: string): unknown {
    return this.#byId.get(id);
  }

  /** Every id something was written for. */
  ids(): readonly string[] {
    return [...this.#byId.keys()];
  }
}

/**
 * Answers by id, from a value that has them by id or nested: `{ component: [{ name: 'api' }] }` answers
 * `component.1.name`. Lists of texts are one answer.
 */
export function flattenAnswers(value: unknown, prefix = ''): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const below = (key: string) => (prefix === '' ? key : `${prefix}.${key}`);
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) found.set(prefix, value);
  else if (typeof value === 'object' && value !== null) {
    const entries = Array.isArray(value)
      ? value.map((each, index) => [index + 1, each] as const)
      : Object.entries(value);
    for (const [key, each] of entries) {
      for (const [id, answer] of flattenAnswers(each, below(String(key)))) found.set(id, answer);
    }
  }
  return found;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
