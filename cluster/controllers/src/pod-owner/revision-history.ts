import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import {
  type ControllerContext,
  controllerReference,
  findControllerReference,
  isControlledBy,
} from '@kubemin/controller';
import { deepEqual, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import { adoptionPatch } from './claim.ts';
import { writeStatus } from './status-writer.ts';
import { canonicalJson, templateHash } from './template-hash.ts';

/** The label that names the revision an object was created from. */
export const REVISION_LABEL = 'controller-revision-hash';

/** A workload whose templates are kept. */
export interface RevisedWorkload extends KubeObject {
  readonly spec?: {
    readonly template?: PodTemplateSpec;
    readonly selector: LabelSelector;
    readonly revisionHistoryLimit?: number;
  };
  readonly status?: { readonly collisionCount?: number };
}

/** Whose history it is. */
export interface RevisionHistoryOptions<W extends RevisedWorkload> {
  readonly context: ControllerContext;
  readonly type: ResourceType<W>;
  /** The value of the revision label: StatefulSets write the whole name of the revision, DaemonSets its hash. */
  readonly label: 'name' | 'hash';
}

/** The templates a workload has had, kept as ControllerRevisions: some pods are made from an old one, and rollbacks go there. */
export class RevisionHistory<W extends RevisedWorkload> {
  readonly #options: RevisionHistoryOptions<W>;

  constructor(options: RevisionHistoryOptions<W>) {
    this.#options = options;
  }

  /** The revision of the workload's template; stored if it is new, renumbered as the newest if it is an old one again. */
  async update(workload: W, known: readonly ControllerRevision[]): Promise<ControllerRevision> {
    const data = templateData(workload.spec?.template ?? {});
    const newest = Math.max(0, ...known.map(({ revision }) => revision));
    const found = known.find((revision) => deepEqual(revision.data, data));
    if (found === undefined) return this.#store(workload, this.#newRevision(workload, newest + 1));
    if (found.revision === newest) return found;
    const body = { revision: newest + 1 };
    return this.#revisions(workload).patch(found.metadata.name ?? '', { type: 'merge', body });
  }

  /** Deletes the oldest revisions beyond the limit, except those in `used`. */
  async prune(workload: W, known: readonly ControllerRevision[], used: ReadonlySet<string>): Promise<void> {
    const unused = known.filter(({ metadata }) => !used.has(metadata.name ?? ''));
    const surplus = unused.length - (workload.spec?.revisionHistoryLimit ?? 10);
    if (surplus <= 0) return;
    const revisions = this.#revisions(workload);
    for (const { metadata } of unused.toSorted((a, b) => a.revision - b.revision).slice(0, surplus)) {
      await revisions.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } });
    }
  }

  #revisions(workload: W) {
    return this.#options.context.client.resource(apps.v1.controllerrevisions, workload.metadata.namespace);
  }

  #newRevision(workload: W, revision: number): ControllerRevision {
    const { name: base = '', namespace = 'default', labels } = workload.metadata;
    const hash = templateHash(workload.spec?.template, workload.status?.collisionCount);
    const name = `${base}-${hash}`;
    const label = this.#options.label === 'hash' ? hash : name;
    return {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name,
        namespace,
        labels: { ...labels, ...workload.spec?.selector.matchLabels, [REVISION_LABEL]: label },
        ownerReferences: [controllerReference(workload)],
      },
      data: templateData(workload.spec?.template ?? {}),
      revision,
    };
  }

  async #store(workload: W, revision: ControllerRevision): Promise<ControllerRevision> {
    const revisions = this.#revisions(workload);
    const { name = '' } = revision.metadata;
    try {
      return await revisions.create(revision);
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      const taken = await revisions.get(name);
      if (deepEqual(taken.data, revision.data)) {
        if (isControlledBy(taken, workload)) return taken;
        // Left behind by a workload of this name that was deleted without its children.
        const body = adoptionPatch(workload, taken);
        if (findControllerReference(taken) === undefined) return revisions.patch(name, { type: 'merge', body });
      }
      return this.#rename(workload, error);
    }
  }

  /** The name belongs to another template, or to another owner: the next attempt takes another one. */
  async #rename(workload: W, cause: unknown): Promise<never> {
    const { context, type } = this.#options;
    const collisionCount = (workload.status?.collisionCount ?? 0) + 1;
    await writeStatus(context.client, type, workload, { collisionCount });
    const message = `the name for a revision of ${workload.kind} ${workload.metadata.name} is taken; it gets another one`;
    throw new RetryableError(verbatim(message), { code: 'REVISION_NAME_TAKEN', cause });
  }
}

/** The template a revision holds. */
export function revisionTemplate(revision: ControllerRevision | undefined, workload: RevisedWorkload): PodTemplateSpec {
  const data = revision?.data;
  return isTemplateData(data) ? data.spec.template : (workload.spec?.template ?? {});
}

interface TemplateData {
  readonly spec: { readonly template: PodTemplateSpec };
}

/** In the form of a strategic merge patch: a rollback sends it to the API as it is. Other clients compare it byte by byte. */
export function templateData(template: PodTemplateSpec): unknown {
  return JSON.parse(canonicalJson({ spec: { template: { ...template, $patch: 'replace' } } }));
}

function isTemplateData(data: unknown): data is TemplateData {
  if (typeof data !== 'object' || data === null || !('spec' in data)) return false;
  const { spec } = data;
  return typeof spec === 'object' && spec !== null && 'template' in spec && typeof spec.template === 'object';
}
