import { controllerOf } from '@kubemin/controller';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { type Amounts, addAmounts, amountsOf, maxAmounts } from './amounts.ts';

/** What a pod asks of a node, worked out once. */
export interface Demand {
  readonly pod: Pod;
  readonly requests: Amounts;
  /** The requests as pairs: nodes are many, and each is asked. */
  readonly wanted: readonly (readonly [name: string, amount: number])[];
  /** The uid of the pod's controller: its siblings have the same. */
  readonly owner: string | undefined;
}

/** Works out what the pod asks for. */
export function demandOf(pod: Pod): Demand {
  const requests = podRequests(pod);
  const wanted = Object.entries(requests).filter(([, amount]) => amount > 0);
  return { pod, requests, wanted, owner: controllerOf(pod)?.uid };
}

/** Containers run together, so their requests add up; init containers run before them, one by one, so the largest counts. */
function podRequests(pod: Pod): Amounts {
  const { containers = [], initContainers = [], overhead } = pod.spec ?? {};
  let running: Amounts = containers.reduce((sum, container) => addAmounts(sum, requestsOf(container)), {});
  let starting: Amounts = {};
  let sidecars: Amounts = {};
  for (const container of initContainers) {
    if (container.restartPolicy === 'Always') {
      sidecars = addAmounts(sidecars, requestsOf(container));
      running = addAmounts(running, requestsOf(container));
    } else {
      starting = maxAmounts(starting, addAmounts(sidecars, requestsOf(container)));
    }
  }
  const needed = maxAmounts(maxAmounts(running, starting), sidecars);
  return addAmounts(addAmounts(needed, amountsOf(overhead)), { pods: 1 });
}

function requestsOf({ resources }: Container): Amounts {
  return amountsOf({ ...resources?.limits, ...resources?.requests });
}
