import type { Message } from '@kubemin/base/message';
import type { BundledApplication, BundledProfile } from '@kubemin/client';
import { judgePlace } from '@kubemin/engine';
import { deepEqual } from '@kubemin/kubeapi';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import { ApplicationRows, describePlace, type ServerTables } from '../../api/index.ts';
import type { ClusterUse } from '../../clusters/index.ts';
import { transferMessages } from '../../messages/index.ts';
import { ProjectRows } from '../../projects/index.ts';
import { profileSettings } from '../document-references.ts';
import { ProfileRows } from '../profiles/profile-rows.ts';
import type { BundleReader } from './bundle-reader.ts';

/** What becomes of one thing of a bundle. */
export type Arrival =
  | { readonly kind: 'created' }
  | { readonly kind: 'unchanged' }
  /** What it conflicts with, and what to do about it. */
  | { readonly kind: 'obstacle'; readonly reason: Message };

const CREATED: Arrival = { kind: 'created' };
const UNCHANGED: Arrival = { kind: 'unchanged' };

/** Whether what a bundle brings fits beside what is there. */
export class ImportObstacles {
  readonly #query: Kysely<ServerTables>;
  readonly #stored: BundleReader;
  readonly #clusters: ClusterUse;

  constructor(query: Kysely<ServerTables>, stored: BundleReader, clusters: ClusterUse) {
    this.#query = query;
    this.#stored = stored;
    this.#clusters = clusters;
  }

  async ofApplication(application: BundledApplication, numbers: 'keep' | 'renumber'): Promise<Arrival> {
    const { id, name } = application;
    const rows = new ApplicationRows(this.#query);
    const same = await rows.byId(id);
    if (same !== undefined) {
      const asBundled = deepEqual(
        importedIdentity(await this.#stored.application(same), numbers),
        importedIdentity(application, numbers),
      );
      if (asBundled) return UNCHANGED;
      return obstacle(
        transferMessages.applicationDiffers({ app: name, here: same.revision, there: application.revision }),
      );
    }
    const namesake = await rows.byName(application);
    if (namesake !== undefined) {
      return obstacle(transferMessages.nameTaken({ place: describePlace(application), app: name }));
    }
    if (!(await this.#hasCluster(application.cluster))) {
      return obstacle(transferMessages.clusterNotFound({ app: name, cluster: application.cluster }));
    }
    const bindings = await new ProjectRows(this.#query).bindings();
    if (judgePlace(bindings, application) !== undefined) {
      return obstacle(transferMessages.placeNotBound({ app: name, place: describePlace(application) }));
    }
    const taken = numbers === 'keep' ? await this.#takenNumbers(application) : [];
    if (taken.length === 0) return CREATED;
    return obstacle(transferMessages.numbersTaken({ numbers: taken.map(String), app: name }));
  }

  async ofProfile(profile: BundledProfile): Promise<Arrival> {
    const row = await new ProfileRows(this.#query).find(profile);
    if (row === undefined) return CREATED;
    if (deepEqual(profileSettings(row), profile.settings)) return UNCHANGED;
    return obstacle(transferMessages.profileDiffers({ kind: profile.kind, profile: profile.name }));
  }

  async #hasCluster(cluster: string): Promise<boolean> {
    return cluster === DEFAULT_CLUSTER || this.#clusters.hold(cluster, this.#query);
  }

  async #takenNumbers({ components }: BundledApplication): Promise<readonly number[]> {
    const ids = components.map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await this.#query.selectFrom('components').select('id').where('id', 'in', ids).execute();
    return rows.map(({ id }) => id);
  }
}

/** Renumbered components are the same by name. */
function importedIdentity(application: BundledApplication, numbers: 'keep' | 'renumber'): BundledApplication {
  if (numbers === 'keep') return application;
  const components = application.components
    .map((component) => ({ ...component, id: 0 }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { ...application, components };
}

function obstacle(reason: Message): Arrival {
  return { kind: 'obstacle', reason };
}
