import type { Message } from '@kubemin/base/message';
import {
  isJsonObject,
  isStatusError,
  type JsonValue,
  type KubeObject,
  parseQuantity,
  type StatusError,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { deliveryMessages } from '../messages/index.ts';
import { type JobContext, toJson } from '../task/index.ts';
import type { DeliveryContext } from './deliver.ts';
import { FIELD_MANAGER } from './field-ownership.ts';
import { resourceClient } from './resource-client.ts';

/** What became of a claim that is there; `why` is absent when it has the size that is asked for. */
export interface GrownClaim {
  readonly object: KubeObject;
  readonly grown: boolean;
  readonly why?: Message;
}

const SIZE = ['spec', 'resources', 'requests', 'storage'];

/**
 * Gives a claim the room the document asks for. Claims never shrink, and nothing else about them can change; one whose
 * storage cannot grow stays as it is, since failing would leave no way back to the size it has.
 */
export async function growClaim(
  context: Pick<DeliveryContext, 'client' | 'write'>,
  live: KubeObject,
  desired: KubeObject,
): Promise<GrownClaim> {
  const [present, wanted] = [claimSize(live), claimSize(desired)];
  const same = { object: live, grown: false };
  if (live.kind !== 'PersistentVolumeClaim' || present === undefined || wanted === undefined) return same;
  const order = parseQuantity(wanted).compare(parseQuantity(present));
  if (order === 0) return same;
  if (order < 0) return { ...same, why: deliveryMessages.claimNotShrunk({ size: present, wanted }) };
  const body = { metadata: { uid: live.metadata.uid }, spec: { resources: { requests: { storage: wanted } } } };
  const resource = resourceClient(context.client, live);
  try {
    const object = await context.write((signal) =>
      resource.patch(live.metadata.name ?? '', { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }),
    );
    return { object, grown: true, why: deliveryMessages.claimGrown({ size: present, wanted }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...same, why: deliveryMessages.claimNotGrown({ size: present, wanted, reason: error.message }) };
  }
}

function isRefusal(error: unknown): error is StatusError {
  return isStatusError(error, 'Forbidden') || isStatusError(error, 'Invalid');
}

function claimSize(claim: KubeObject): string | undefined {
  const value = SIZE.reduce(
    (at: JsonValue | undefined, key) => (isJsonObject(at) ? at[key] : undefined),
    toJson(claim),
  );
  return typeof value === 'string' ? value : undefined;
}

/**
 * Lets the claims that were made from a StatefulSet's templates grow to what the templates ask for: Kubernetes looks at a
 * template only when it makes a claim. Returns what was done, or could not be.
 */
export async function growTemplateClaims(context: JobContext, delivered: KubeObject): Promise<readonly Message[]> {
  const { client, appId, rendered, signal } = context;
  const { namespace, name = '' } = delivered.metadata;
  const templates = isStatefulSet(delivered) ? (delivered.spec?.volumeClaimTemplates ?? []) : [];
  if (templates.length === 0) return [];
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${rendered.component}`;
  const { items } = await client.resource(core.v1.persistentvolumeclaims, namespace).list({ labelSelector, signal });
  const outcomes: Message[] = [];
  for (const template of templates) {
    for (const item of items.filter((claim) => isCreatedFromTemplate(claim, template, name))) {
      const live = { ...item, apiVersion: 'v1', kind: 'PersistentVolumeClaim' };
      const { why } = await growClaim(context, live, template);
      if (why === undefined) continue;
      outcomes.push(deliveryMessages.claim({ name: item.metadata.name ?? '', outcome: why }));
    }
  }
  return outcomes;
}

function isStatefulSet(object: KubeObject): object is StatefulSet {
  return object.kind === 'StatefulSet';
}

function isCreatedFromTemplate(
  { metadata }: PersistentVolumeClaim,
  template: PersistentVolumeClaim,
  set: string,
): boolean {
  const prefix = `${template.metadata.name}-${set}-`;
  return metadata.name?.startsWith(prefix) === true && /^\d+$/.test(metadata.name.slice(prefix.length));
}
