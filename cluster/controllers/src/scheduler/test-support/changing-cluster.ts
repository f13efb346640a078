import type { Change } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceClaim } from '@kubemin/kubeapi/types/resource.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { claimEvent, volumeEvent } from '../cluster-changes.ts';
import type { ClusterEvent } from '../cluster-event.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ClusterStep, StepOf } from './cluster-step.ts';
import { apart, clusterView, deviceClaim, mountingData, node, pod, takingPort, ZONE } from './scheduling-objects.ts';

const LATE: StorageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'late' },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
};

/** A cluster that goes from step to step, and what a scheduler gets to hear of it. */
export class ChangingCluster {
  readonly view: ClusterView;
  readonly #nodes = new Map<string, Node>();
  readonly #pods = new Map<string, Pod>();
  readonly #claims = new Map<string, PersistentVolumeClaim>();
  readonly #volumes = new Map<string, PersistentVolume>();
  readonly #devices = new Map<string, ResourceClaim>();
  readonly #namespaces = new Map<string, Namespace>();

  constructor() {
    const storage = {
      claim: (key: string) => this.#claims.get(key),
      volume: (name: string) => this.#volumes.get(name),
      volumes: () => [...this.#volumes.values()],
      classes: () => [LATE],
    };
    this.view = clusterView([], { storage, resourceClaim: (key) => this.#devices.get(key) });
  }

  apply(step: ClusterStep): ClusterEvent | undefined {
    switch (step.kind) {
      case 'node':
        return deliver(this.#nodes, step.name, nodeFromStep(step), (change) => this.view.observeNode(change));
      case 'pod':
        return this.#pod(step);
      case 'namespace':
        return deliver(this.#namespaces, 'ns', namespaceFromStep(step), (change) => this.view.observeNamespace(change));
      case 'claim':
        return deliver(this.#claims, 'ns/data', claimFromStep(step), claimEvent);
      case 'volume':
        return deliver(this.#volumes, 'pv', volumeFromStep(step), volumeEvent);
      case 'resource-claim':
        return deliver(this.#devices, 'ns/gpu', step.gone ? undefined : deviceClaim(step.zone), ({ key }) => ({
          kind: 'resource-claim',
          claim: key,
        }));
    }
  }

  #pod(step: StepOf<'pod'>): ClusterEvent | undefined {
    const key = `ns/${step.name}`;
    const old = this.#pods.get(key);
    const observe = (change: Change<Pod>) => this.view.observePod(change);
    if (step.gone) return deliver(this.#pods, key, undefined, observe);
    // A pod never changes its node, nor its affinity terms.
    if (old !== undefined && !step.terminating) return undefined;
    const from = old ?? podFromStep(step);
    const metadata = { ...from.metadata, ...(step.terminating && { deletionTimestamp: '2026-01-01T00:00:00Z' }) };
    return deliver(this.#pods, key, { ...from, metadata }, observe);
  }
}

/** The change that an informer would deliver when the object becomes this; undefined for a deleted one. */
function deliver<T extends KubeObject>(
  known: Map<string, T>,
  key: string,
  object: T | undefined,
  observe: (change: Change<T>) => ClusterEvent | undefined,
): ClusterEvent | undefined {
  const old = known.get(key);
  if (object !== undefined) {
    known.set(key, object);
    return observe(old ? { type: 'updated', key, object, old } : { type: 'added', key, object });
  }
  known.delete(key);
  return old && observe({ type: 'deleted', key, object: old, old });
}

function nodeFromStep({
  name,
  gone,
  unready,
  unschedulable,
  tainted,
  zone,
  disk,
  cpu,
}: StepOf<'node'>): Node | undefined {
  if (gone) return undefined;
  const taints = tainted ? [{ key: 't', effect: 'NoSchedule' }] : [];
  const labels = { disk, ...(zone && { [ZONE]: zone }) };
  const object = node(name, { allocatable: { cpu }, labels, spec: { unschedulable, taints } });
  return unready
    ? { ...object, status: { ...object.status, conditions: [{ type: 'Ready', status: 'False' }] } }
    : object;
}

function podFromStep({ name, on, app, hermit, cpu, takesPort, mounts }: StepOf<'pod'>): Pod {
  const affinity = hermit && { affinity: apart('b') };
  const spec = { nodeName: on, ...affinity, ...(takesPort && takingPort), ...(mounts && mountingData) };
  return pod(name, { requests: { cpu }, labels: { app }, spec });
}

function namespaceFromStep({ gone, team }: StepOf<'namespace'>): Namespace | undefined {
  if (gone) return undefined;
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns', labels: { team } } };
}

function claimFromStep({ state, exclusive }: StepOf<'claim'>): PersistentVolumeClaim | undefined {
  if (state === 'gone') return undefined;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { namespace: 'ns', name: 'data' },
    spec: {
      accessModes: [exclusive ? 'ReadWriteOncePod' : 'ReadWriteOnce'],
      storageClassName: state === 'immediate' ? 'now' : 'late',
      ...(state === 'bound' && { volumeName: 'pv' }),
    },
    status: { phase: state === 'bound' ? 'Bound' : 'Pending' },
  };
}

function volumeFromStep({ gone, zone, reserved }: StepOf<'volume'>): PersistentVolume | undefined {
  if (gone) return undefined;
  const nodeSelectorTerms = [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'pv' },
    spec: {
      accessModes: ['ReadWriteOnce', 'ReadWriteOncePod'],
      storageClassName: 'late',
      nodeAffinity: { required: { nodeSelectorTerms } },
      ...(reserved && { claimRef: { namespace: 'ns', name: 'data' } }),
    },
  };
}
