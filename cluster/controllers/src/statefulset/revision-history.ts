import { type ControllerContext, controllerReference } from '@kubemin/controller';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import { templateHash } from '../workload/template-hash.ts';
import { REVISION_LABEL } from './stateful-pod.ts';

/** The templates a StatefulSet has had, kept as ControllerRevisions: pods below a partition are made from an old one. */
export class RevisionHistory {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /** The revision of the set's template; stored if it is new, renumbered as the newest if it is an old one again. */
  async update(set: StatefulSet, known: readonly ControllerRevision[]): Promise<ControllerRevision> {
    const revisions = this.#context.client.resource(apps.v1.controllerrevisions, set.metadata.namespace);
    const data = dataOf(set.spec?.template ?? {});
    const newest = Math.max(0, ...known.map(({ revision }) => revision));
    const found = known.find((revision) => deepEqual(revision.data, data));
    if (found !== undefined) {
      if (found.revision === newest) return found;
      const body = { revision: newest + 1 };
      return revisions.patch(found.metadata.name ?? '', { type: 'merge', body });
    }
    const { name = '', labels } = set.metadata;
    const revisionName = `${name}-${templateHash(set.spec?.template, set.status?.collisionCount)}`;
    const revision: ControllerRevision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name: revisionName,
        namespace: set.metadata.namespace ?? 'default',
        labels: { ...labels, ...set.spec?.selector.matchLabels, [REVISION_LABEL]: revisionName },
        ownerReferences: [controllerReference(set)],
      },
      data,
      revision: newest + 1,
    };
    try {
      return await revisions.create(revision);
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      return revisions.get(revisionName);
    }
  }

  /** Deletes the oldest revisions beyond the limit, except those in `used`. */
  async prune(set: StatefulSet, known: readonly ControllerRevision[], used: ReadonlySet<string>): Promise<void> {
    const unused = known.filter(({ metadata }) => !used.has(metadata.name ?? ''));
    const surplus = unused.length - (set.spec?.revisionHistoryLimit ?? 10);
    if (surplus <= 0) return;
    const revisions = this.#context.client.resource(apps.v1.controllerrevisions, set.metadata.namespace);
    for (const { metadata } of unused.toSorted((a, b) => a.revision - b.revision).slice(0, surplus)) {
      await revisions.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } });
    }
  }
}

/** The template a revision holds. */
export function templateOf(revision: ControllerRevision | undefined, set: StatefulSet): PodTemplateSpec {
  const data = revision?.data;
  return isTemplateData(data) ? data.spec.template : (set.spec?.template ?? {});
}

interface TemplateData {
  readonly spec: { readonly template: PodTemplateSpec };
}

/** In the form of a strategic merge patch: a rollback sends it to the API as it is. */
function dataOf(template: PodTemplateSpec): unknown {
  return { spec: { template: { ...template, $patch: 'replace' } } };
}

function isTemplateData(data: unknown): data is TemplateData {
  if (typeof data !== 'object' || data === null || !('spec' in data)) return false;
  const { spec } = data;
  return typeof spec === 'object' && spec !== null && 'template' in spec && typeof spec.template === 'object';
}
