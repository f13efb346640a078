import { RetryableError, TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { OnChange } from '@kubemin/render';
import { deliveryMessages } from '../messages/index.ts';
import { withAppliedFields } from '../task/index.ts';
import { createObject, objectMessage } from './create-object.ts';
import { deleteObject } from './delete-object.ts';
import type { DeliveryContext } from './deliver.ts';
import { resourceClient } from './resource-client.ts';

/**
 * By kind, what becomes of what an object owns while it is replaced. `Orphan`: it stays, and belongs to the new object as
 * soon as that exists. Other kinds are only replaced where their rendering asks for it: nothing would serve meanwhile.
 */
const REPLACEABLE: ReadonlyMap<string, 'Orphan' | 'Background'> = new Map([
  ['StatefulSet', 'Orphan'],
  ['Service', 'Background'],
  ['RoleBinding', 'Background'],
  ['ClusterRoleBinding', 'Background'],
  ['Secret', 'Background'],
]);

/** An object that differs from what is wanted in immutable fields, or that must run again. */
export interface Replacement {
  readonly desired: KubeObject;
  /** What its labels and annotations become, with those of others: who uses it is among them. */
  readonly metadata: KubeObject['metadata'];
  readonly live: KubeObject;
  /** The fields; none where it must run again. */
  readonly immutable: readonly string[];
  readonly onChange: OnChange;
}

/**
 * Deletes an object and creates it again: there is no other way to change immutable fields. The run that created it
 * before is still recorded as its creator, so undoing this run does not remove it.
 */
export async function replaceObject(context: DeliveryContext, replacement: Replacement): Promise<KubeObject> {
  const { desired, metadata, live, immutable, onChange } = replacement;
  const propagation = REPLACEABLE.get(live.kind) ?? (onChange === 'replace' ? 'Background' : undefined);
  // Pods that a new selector does not match would have no owner.
  if (propagation === undefined || (propagation === 'Orphan' && immutable.includes('spec.selector'))) {
    throw immutableChangeError(replacement);
  }
  const reason =
    immutable.length === 0 ? deliveryMessages.mustRunAgain : deliveryMessages.immutableFields({ fields: immutable });
  await context.report(deliveryMessages.replacing({ reason }));
  await deleteObject(context, live, propagation);
  const { labels, annotations } = metadata;
  const kept = { ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) };
  const object = withAppliedFields(desired);
  const sent = {
    ...object,
    metadata: { ...object.metadata, ...kept, annotations: { ...kept.annotations, ...object.metadata.annotations } },
  };
  const created = await createObject(context, resourceClient(context.client, live), sent);
  if (created !== undefined) return created;
  const {
    kind,
    metadata: { name = '' },
  } = live;
  throw new RetryableError(deliveryMessages.overtaken({ kind, name }), { code: 'OVERTAKEN' });
}

function immutableChangeError({ live, immutable }: Replacement): TerminalError {
  return new TerminalError(deliveryMessages.unchangeable({ object: objectMessage(live), fields: immutable }), {
    code: 'IMMUTABLE_CHANGE',
  });
}
