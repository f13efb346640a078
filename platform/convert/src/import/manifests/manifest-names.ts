import { convertMessages, manifestsMessages } from '../../messages/index.ts';
import { UniqueNames } from '../unique-names.ts';
import type { Manifest } from './manifest.ts';
import type { ManifestSet } from './manifest-set.ts';
import { workloadServices } from './selection.ts';
import { WORKLOAD_KINDS } from './workload-kinds.ts';

const DATA_KINDS = { ConfigMap: 'config', Secret: 'secret' } as const;

/** Which component each workload, ConfigMap and Secret becomes. Names are unique over all of them. */
export class ManifestNames {
  readonly #names = new Map<Manifest, string>();
  readonly #data = new Map<string, string>();

  constructor(set: ManifestSet) {
    const book = new UniqueNames();
    // Workloads come first: their names are addresses, while references to configs can be rewritten.
    for (const workload of set.of(...WORKLOAD_KINDS)) {
      this.#enter(workload, book.claim(workload.component ?? wantedName(workload, set), 'app'));
    }
    for (const [kind, suffix] of Object.entries(DATA_KINDS)) {
      for (const data of set.of(kind)) {
        const name = book.claim(data.name, suffix);
        this.#enter(data, name);
        this.#data.set(`${kind}/${data.name}`, name);
      }
    }
  }

  /** The component an object became. */
  componentName(manifest: Manifest): string {
    return this.#names.get(manifest) ?? manifest.name;
  }

  /** What a reference to a ConfigMap or Secret must be now; objects the text does not have keep their name. */
  reference(kind: keyof typeof DATA_KINDS, name: string): string {
    return this.#data.get(`${kind}/${name}`) ?? name;
  }

  #enter(manifest: Manifest, name: string): void {
    this.#names.set(manifest, name);
    if (name === manifest.name || manifest.component !== undefined) return;
    const why = manifestsMessages.renamed({ name });
    manifest.part.at('metadata', 'name').note(convertMessages.name({ name: manifest.name }), why);
  }
}

/** Others reach a component by its name, as they reached it by its Service's. */
function wantedName(workload: Manifest, set: ManifestSet): string {
  const [only, ...more] = workloadServices(workload, set).filter(
    ({ part }) => part.at('spec', 'clusterIP').peek() !== 'None',
  );
  return only === undefined || more.length > 0 ? workload.name : only.name;
}
