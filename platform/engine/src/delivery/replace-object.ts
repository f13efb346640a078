import { RetryableError, TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { OnChange } from '@kubemin/render';
import { deleteObject } from '../job-types/delete-object.ts';
import { withAppliedFields } from './applied-fields.ts';
import { createObject } from './create-object.ts';
import type { DeliveryContext } from './deliver.ts';
import { resourceOf } from './resource-of.ts';

/**
 * By kind, what becomes of what an object owns while it is replaced. `Orphan`: it stays, and belongs to the new object as
 * soon as that is there. A kind that is not named is only replaced where its rendering says so: nothing would serve meanwhile.
 */
const REPLACEABLE: ReadonlyMap<string, 'Orphan' | 'Background'> = new Map([
  ['StatefulSet', 'Orphan'],
  ['Service', 'Background'],
  ['RoleBinding', 'Background'],
  ['ClusterRoleBinding', 'Background'],
  ['Secret', 'Background'],
]);

/** An object that differs from what is wanted in fields that nobody can change, or that is to run once more. */
export interface Replacement {
  readonly desired: KubeObject;
  /** What its labels and annotations become, with those of others: who uses it is among them. */
  readonly metadata: KubeObject['metadata'];
  readonly live: KubeObject;
  /** The fields; none where it is to run once more. */
  readonly immutable: readonly string[];
  readonly onChange: OnChange;
}

/**
 * Deletes an object and makes it anew: there is no other way to change what Kubernetes lets nobody change. Whoever
 * created it before is still who created it, so undoing the run does not remove it.
 */
export async function replaceObject(context: DeliveryContext, replacement: Replacement): Promise<KubeObject> {
  const { desired, metadata, live, immutable, onChange } = replacement;
  const propagation = REPLACEABLE.get(live.kind) ?? (onChange === 'replace' ? 'Background' : undefined);
  // Pods that a new selector does not match would be nobody's.
  if (propagation === undefined || (propagation === 'Orphan' && immutable.includes('spec.selector'))) {
    throw unchangeable(replacement);
  }
  const why = immutable.length === 0 ? 'it is to run once more' : `nobody can change ${immutable.join(', ')}`;
  await context.report(`being made anew, since ${why}`);
  await deleteObject(context, live, propagation);
  const { labels, annotations } = metadata;
  const kept = { ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) };
  const object = withAppliedFields(desired);
  const sent = {
    ...object,
    metadata: { ...object.metadata, ...kept, annotations: { ...kept.annotations, ...object.metadata.annotations } },
  };
  const created = await createObject(context, resourceOf(context.client, live), sent);
  if (created !== undefined) return created;
  throw new RetryableError(`somebody else has made ${live.kind} "${live.metadata.name}" while it was made anew`, {
    code: 'OVERTAKEN',
  });
}

function unchangeable({ live, immutable }: Replacement): TerminalError {
  const { name, namespace } = live.metadata;
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return new TerminalError(
    `${live.kind} "${name}"${where} cannot become what the document asks for: Kubernetes lets nobody change ` +
      `${immutable.join(', ')}; give the component another name, or delete the object and deploy again`,
    { code: 'IMMUTABLE_CHANGE' },
  );
}
