import { FieldSet } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** Puts a set together from its children; costs nothing while nothing is put in. */
export class SetBuilder {
  member = false;
  #children: Map<PathElement, FieldSet> | undefined;

  put(element: PathElement, set: FieldSet | undefined): void {
    if (set === undefined || set.isEmpty) return;
    this.#children ??= new Map();
    this.#children.set(element, set);
  }

  /** Afterwards the builder must not be used any more. */
  build(): FieldSet {
    if (this.#children !== undefined) return FieldSet.of(this.member, this.#children);
    return this.member ? FieldSet.leaf : FieldSet.empty;
  }
}
