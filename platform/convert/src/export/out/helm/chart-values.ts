/** A value of values.yaml: where it stands. */
export type ValuePath = readonly (string | number)[];

type Branch = Map<string, Branch | unknown[] | Leaf>;
interface Leaf {
  readonly value: unknown;
}

/** The values.yaml of a chart, filled as templates ask for values. */
export class ChartValues {
  readonly #root: Branch = new Map();

  /** Enters a value; the same place keeps its first value, so that templates may ask twice. */
  set(path: readonly string[], value: unknown): ValuePath {
    const [last = '', ...above] = path.toReversed();
    const branch = this.#branch(above.toReversed());
    if (!branch.has(last)) branch.set(last, { value });
    return path;
  }

  /** Enters a value into a list without repeating it, and returns its index. */
  add(path: readonly string[], value: unknown): ValuePath {
    const [last = '', ...above] = path.toReversed();
    const branch = this.#branch(above.toReversed());
    const known = branch.get(last);
    const list = Array.isArray(known) ? known : [];
    branch.set(last, list);
    if (!list.includes(value)) list.push(value);
    return [...path, list.indexOf(value)];
  }

  toJSON(): unknown {
    return plain(this.#root);
  }

  #branch(path: readonly string[]): Branch {
    let branch = this.#root;
    for (const key of path) {
      const known = branch.get(key);
      const next: Branch = known instanceof Map ? known : new Map();
      branch.set(key, next);
      branch = next;
    }
    return branch;
  }
}

function plain(branch: Branch): unknown {
  return Object.fromEntries(
    [...branch].map(([key, child]) => {
      if (child instanceof Map) return [key, plain(child)];
      return [key, Array.isArray(child) ? child : child.value];
    }),
  );
}
