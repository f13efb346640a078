import { controllerReference } from '@kubemin/controller';
import type { Deployment, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { templateHash } from '../../pod-owner/index.ts';
import { shareAnnotations } from './replica-set-share.ts';
import { REVISION, TEMPLATE_HASH } from './revision.ts';

const NOT_COPIED = new Set(['kubectl.kubernetes.io/last-applied-configuration', 'deprecated.deployment.rollback.to']);

/** The numbers a new ReplicaSet starts with. */
export interface NewReplicaSetOptions {
  readonly replicas: number;
  readonly revision: bigint;
  readonly maxSurge: number;
}

/** The ReplicaSet for the Deployment's template. Equal templates give equal names, so it cannot be made twice. */
export function newReplicaSet(deployment: Deployment, options: NewReplicaSetOptions): ReplicaSet {
  const { template = {}, selector = {}, minReadySeconds, replicas = 1 } = deployment.spec ?? {};
  const { name = '', namespace = 'default' } = deployment.metadata;
  const hash = templateHash(template, deployment.status?.collisionCount);
  const labels = { ...template.metadata?.labels, [TEMPLATE_HASH]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: {
        ...copiedAnnotations(deployment),
        ...shareAnnotations(replicas, options.maxSurge),
        [REVISION]: String(options.revision),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas: options.replicas,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [TEMPLATE_HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

/** A Deployment's annotations belong to its ReplicaSets too (the change cause is read there), bookkeeping excepted. */
export function copiedAnnotations(deployment: Deployment): Readonly<Record<string, string>> {
  const entries = Object.entries(deployment.metadata.annotations ?? {});
  return Object.fromEntries(
    entries.filter(([key]) => !NOT_COPIED.has(key) && !key.startsWith('deployment.kubernetes.io/')),
  );
}
