import {
  type Controller,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type Source,
} from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import { coordination, core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { PodsByNode } from '../../pod-owner/index.ts';
import { Heartbeats } from './heartbeats.ts';
import { NODE_LIFECYCLE_TIMES, type NodeLifecycleTimes } from './node-lifecycle-times.ts';
import { NodeReconciler } from './node-reconciler.ts';

const LEASE_NAMESPACE = 'kube-node-lease';

/** Notices nodes that fall silent, and puts on nodes the taints by which pods keep off those in trouble. */
export function nodeLifecycleController(times: NodeLifecycleTimes = NODE_LIFECYCLE_TIMES): ControllerModule {
  return {
    name: 'node-lifecycle-controller',
    setup(context): Controller {
      const { informers, clock } = context;
      const nodes = informers.informer(core.v1.nodes);
      const leases = informers.informer(coordination.v1.leases);
      const heartbeats = new Heartbeats();
      nodes.onChange(({ type, key, object }) => {
        if (type === 'deleted') heartbeats.forgetNode(key);
        else heartbeats.observeNode(object, clock.monotonic());
      });
      // A thousand nodes renew a hundred times a second: a lease is looked at here and nowhere else.
      leases.onChange(({ type, object }) => {
        const { name = '', namespace } = object.metadata;
        if (namespace !== LEASE_NAMESPACE) return;
        if (type === 'deleted') heartbeats.forgetLease(name);
        else heartbeats.observeLease(object, clock.monotonic());
      });
      const pods = new PodsByNode(informers.informer(core.v1.pods));
      const reconciler = new NodeReconciler({ context, nodes, pods, heartbeats, times });
      const everyPeriod: Source = (enqueue) => {
        let cancel: () => void;
        const arm = (): void => {
          cancel = clock.after(times.monitorMs, () => {
            for (const name of reconciler.due()) enqueue(name);
            arm();
          });
        };
        arm();
        return () => cancel();
      };
      const sources = [enqueueMappedKeys(nodes, (change) => (isUnchanged(change) ? [] : [change.key])), everyPeriod];
      return createReconcilerController({ context, reconciler, sources });
    },
  };
}

/** Most changes of a node are heartbeats. */
function isUnchanged({ type, object, old }: Change<Node>): boolean {
  return type === 'updated' && deepEqual(relevantFields(object), relevantFields(old));
}

function relevantFields({ spec, status }: Node): unknown {
  const { taints = [], unschedulable = false } = spec ?? {};
  return { taints, unschedulable, conditions: status?.conditions?.map(({ type, status: holds }) => [type, holds]) };
}
