import type { Logger } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { formatApiVersion, isStatusError, type KubeObject, type ObjectMeta } from '@kubemin/kubeapi';
import { LABEL, objectOwner, type RenderedObject } from '@kubemin/render';
import { CREATED_BY_RUN } from '../delivery/index.ts';
import { type JobTypeRegistry, type Leftover, PRUNE } from '../plan/index.ts';
import type { Job, PruneRule } from '../task/index.ts';

/** Where to look, and what to look past. */
export interface LeftoverSearch {
  readonly client: KubeClient;
  readonly jobTypes: Pick<JobTypeRegistry, 'pruneRules' | 'pruneRuleFor'>;
  readonly appId: string;
  /** Jobs of an earlier start of the task: what it had begun to prune is seen through, though it may be gone by now. */
  readonly jobs: readonly Job[];
  /** What the document asks for. */
  readonly rendered: readonly RenderedObject[];
  /** Only what this run created. @default what any run created */
  readonly createdBy?: string;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** The application's objects in the cluster, of the kinds that have a rule, that its document does not ask for. */
export async function findLeftovers(search: LeftoverSearch): Promise<readonly Leftover[]> {
  const found = await Promise.all(search.jobTypes.pruneRules().map((rule) => ownedBy(search, rule)));
  const known = search.jobs.flatMap((job) => begunBy(job, search.jobTypes));
  const others = new Set([...search.rendered, ...known].map(({ object }) => objectKey(object)));
  return [...known, ...found.flat().filter(({ object }) => !others.has(objectKey(object)))];
}

function begunBy(job: Job, jobTypes: LeftoverSearch['jobTypes']): readonly Leftover[] {
  const rule = job.type === PRUNE ? jobTypes.pruneRuleFor(job.objectKind) : undefined;
  return rule === undefined ? [] : [leftover(rule, job.component, { name: job.objectName, namespace: job.namespace })];
}

function leftover({ resource, after }: PruneRule, component: string, metadata: ObjectMeta): Leftover {
  const { name, namespace = '' } = metadata;
  const named = { ...(name !== undefined && { name }), ...(namespace !== '' && { namespace }) };
  return { component, object: { apiVersion: formatApiVersion(resource), kind: resource.kind, metadata: named }, after };
}

async function ownedBy(search: LeftoverSearch, rule: PruneRule): Promise<readonly Leftover[]> {
  const { appId, client, createdBy, signal } = search;
  try {
    const { items } = await client.resource(rule.resource).list({ labelSelector: `${LABEL.appId}=${appId}`, signal });
    return items.flatMap(({ metadata }) => {
      const owner = objectOwner({ metadata });
      // What a controller made in the likeness of our object goes with its owner, and is not ours to delete.
      if (owner === undefined || metadata.ownerReferences?.some(({ controller }) => controller === true)) return [];
      if (createdBy !== undefined && metadata.annotations?.[CREATED_BY_RUN] !== createdBy) return [];
      return [leftover(rule, owner.componentName, metadata)];
    });
  } catch (error) {
    // A cluster without the kind has none; a platform that may not list it could not have made any.
    if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Forbidden')) throw error;
    search.logger.debug('objects of a kind are not looked at for pruning', { kind: rule.resource.kind, error });
    return [];
  }
}

/** By kind without its version: an object rendered for one version of an API is the same under another. */
function objectKey({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
