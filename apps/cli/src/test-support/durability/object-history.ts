import type { StoredObject } from './api-connection.ts';
import type { WrittenKind } from './written-kind.ts';

/** A change, as a watch must deliver it. The response of a deletion has no version. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resourceVersion: string | undefined;
}

/** A write without a response. */
export interface Attempt {
  readonly type: Change['type'];
  readonly stamp: number;
  /** What the object holds if the write happened; undefined if it is gone then. */
  readonly outcome: Readonly<Record<string, unknown>> | undefined;
}

/** What one client knows about one object it alone writes: every acknowledged change, and at most one unacknowledged. */
export class ObjectHistory {
  readonly kind: WrittenKind;
  readonly name: string;
  readonly changes: Change[] = [];
  #current: StoredObject | undefined;
  #attempt: Attempt | undefined;

  constructor(kind: WrittenKind, name: string) {
    this.kind = kind;
    this.name = name;
  }

  get path(): string {
    return `${this.kind.path}/${this.name}`;
  }

  /** Its last acknowledged state; undefined when it does not exist. */
  get current(): StoredObject | undefined {
    return this.#current;
  }

  /** The write that was under way when the server died, if there was one. */
  get attempt(): Attempt | undefined {
    return this.#attempt;
  }

  try(attempt: Attempt): void {
    this.#attempt = attempt;
  }

  /** The write was acknowledged, with this state as its outcome. */
  acknowledge(outcome: StoredObject | undefined): void {
    if (this.#attempt === undefined) throw new Error(`${this.path}: nothing was under way`);
    this.changes.push({ type: this.#attempt.type, resourceVersion: outcome?.metadata.resourceVersion });
    this.#current = outcome;
    this.#attempt = undefined;
  }

  /** The write was found not to have happened. */
  forget(): void {
    this.#attempt = undefined;
  }
}
