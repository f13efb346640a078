import { comparePathElements, formatPathElement, type PathElement } from './path-element.ts';

/** A path from the root of an object to one place in it. */
export type FieldPath = readonly PathElement[];

const NO_CHILDREN: ReadonlyMap<PathElement, FieldSet> = new Map();

/**
 * An immutable set of field paths, as the tree that FieldsV1 is: a node stands for a place, `member` states whether that
 * place itself is in the set. Invariant: no node other than a root is both memberless and childless.
 */
export class FieldSet {
  static readonly empty = new FieldSet(false, NO_CHILDREN);
  /** Just the place itself. */
  static readonly leaf = new FieldSet(true, NO_CHILDREN);

  readonly member: boolean;
  readonly children: ReadonlyMap<PathElement, FieldSet>;

  private constructor(member: boolean, children: ReadonlyMap<PathElement, FieldSet>) {
    this.member = member;
    this.children = children;
  }

  /** Takes over the map; empty children are left out by the caller. */
  static of(member: boolean, children: ReadonlyMap<PathElement, FieldSet>): FieldSet {
    if (children.size > 0) return new FieldSet(member, children);
    return member ? FieldSet.leaf : FieldSet.empty;
  }

  static fromPaths(paths: Iterable<FieldPath>): FieldSet {
    let set = FieldSet.empty;
    for (const path of paths) {
      const single = path.reduceRight(
        (inner, element) => FieldSet.of(false, new Map([[element, inner]])),
        FieldSet.leaf,
      );
      set = set.union(single);
    }
    return set;
  }

  get isEmpty(): boolean {
    return !this.member && this.children.size === 0;
  }

  child(element: PathElement): FieldSet {
    // Most places are asked for in sets that have none: not even the hash of a name that was just made is needed then.
    return this.children.size === 0 ? FieldSet.empty : (this.children.get(element) ?? FieldSet.empty);
  }

  has(path: FieldPath): boolean {
    return path.reduce<FieldSet>((set, element) => set.child(element), this).member;
  }

  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this;
    if (this.isEmpty) return other;
    const children = new Map(this.children);
    for (const [element, child] of other.children) {
      const mine = children.get(element);
      children.set(element, mine === undefined ? child : mine.union(child));
    }
    return FieldSet.of(this.member || other.member, children);
  }

  intersection(other: FieldSet): FieldSet {
    if (this === other) return this;
    return this.#mapped(this.member && other.member, (child, element) => child.intersection(other.child(element)));
  }

  /** Without the members of the other set; what lies below them stays. */
  difference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty;
    if (other.isEmpty) return this;
    return this.#mapped(this.member && !other.member, (child, element) => child.difference(other.child(element)));
  }

  /** Without the members of the other set and everything below them. */
  without(other: FieldSet): FieldSet {
    if (other.member) return FieldSet.empty;
    if (other.isEmpty) return this;
    return this.#mapped(this.member, (child, element) => child.without(other.child(element)));
  }

  /** Only the members of the other set and everything below them. */
  within(other: FieldSet): FieldSet {
    if (other.member) return this;
    return this.#mapped(false, (child, element) => child.within(other.child(element)));
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true;
    if (this.member !== other.member || this.children.size !== other.children.size) return false;
    for (const [element, child] of this.children) {
      const others = other.children.get(element);
      if (others === undefined || !child.equals(others)) return false;
    }
    return true;
  }

  /** The children in the order in which Kubernetes writes them. */
  sortedChildren(): readonly (readonly [PathElement, FieldSet])[] {
    const children = [...this.children];
    return children.length < 2 ? children : children.sort(([a], [b]) => comparePathElements(a, b));
  }

  /** Every member, parents before children. */
  *paths(prefix: FieldPath = []): IterableIterator<FieldPath> {
    if (this.member) yield prefix;
    for (const [element, child] of this.sortedChildren()) yield* child.paths([...prefix, element]);
  }

  #mapped(member: boolean, map: (child: FieldSet, element: PathElement) => FieldSet): FieldSet {
    const children = new Map<PathElement, FieldSet>();
    for (const [element, child] of this.children) {
      const mapped = map(child, element);
      if (!mapped.isEmpty) children.set(element, mapped);
    }
    return FieldSet.of(member, children);
  }
}

/** The path as error messages show it: `.spec.containers[name="a"].image`. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatPathElement).join('');
}
