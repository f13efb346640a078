import { toDnsLabel } from '@kubemin/model';

const LONGEST = 63;
const SHORTEST = 2;

/** Hands out component names: DNS labels, no two alike. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /** The nearest free name to the wanted one; `kind` is added where the wanted one is taken or too short. */
  claim(wanted: string, kind: string): string {
    const label = toDnsLabel(wanted);
    const candidates = label.length < SHORTEST ? [] : [label];
    const stem = `${label.slice(0, LONGEST - kind.length - 4)}-${kind}`.replace(/^-+/, '');
    for (const candidate of [...candidates, stem]) if (this.#take(candidate)) return candidate;
    for (let count = 2; ; count++) if (this.#take(`${stem}-${count}`)) return `${stem}-${count}`;
  }

  #take(name: string): boolean {
    if (this.#taken.has(name)) return false;
    this.#taken.add(name);
    return true;
  }
}
