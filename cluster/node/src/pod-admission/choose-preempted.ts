import { type Amounts, podQosClass, podRequests } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isCriticalPod, podPriority } from './pod-rank.ts';

/** Those that ask for most are spared most. */
const SPARED_FIRST = ['Guaranteed', 'Burstable', 'BestEffort'] as const;

/**
 * The pods that end so that a critical pod has the room that is missing; undefined when all of them together would not give
 * enough. Of each class only those that are needed beside all of the lower ones, chosen by how close their requests come to
 * what is missing. Pure.
 */
export function choosePreempted(preemptor: Pod, others: readonly Pod[], missing: Amounts): readonly Pod[] | undefined {
  const candidates = others.filter((pod) => isPreemptable(preemptor, pod));
  if (Object.keys(subtract(missing, candidates)).length > 0) return undefined;
  const chosen: Pod[] = [];
  for (const [index, qos] of SPARED_FIRST.entries()) {
    const lower = candidates.filter((pod) => SPARED_FIRST.indexOf(podQosClass(pod.spec)) > index);
    const own = candidates.filter((pod) => podQosClass(pod.spec) === qos);
    chosen.push(...pickClosest(own, subtract(missing, [...lower, ...chosen])));
  }
  return chosen;
}

function isPreemptable(preemptor: Pod, pod: Pod): boolean {
  if (isCriticalPod(preemptor) && !isCriticalPod(pod)) return true;
  return podPriority(preemptor) > podPriority(pod);
}

/** What is still missing when these pods are gone. */
function subtract(missing: Amounts, pods: readonly Pod[]): Amounts {
  const freed = pods.map((pod) => podRequests(pod));
  return Object.fromEntries(
    Object.entries(missing)
      .map(([name, amount]) => [name, amount - freed.reduce((sum, one) => sum + (one[name] ?? 0), 0)] as const)
      .filter(([, amount]) => amount > 0),
  );
}

/** The smallest distance first: by how much of what is missing a pod leaves open, squared, then by how little it takes. */
function pickClosest(pods: readonly Pod[], needed: Amounts): readonly Pod[] {
  const picked: Pod[] = [];
  let left = needed;
  const rest = new Set(pods);
  while (Object.keys(left).length > 0 && rest.size > 0) {
    const best = [...rest].reduce((one, other) => (isCloser(other, one, left) ? other : one));
    rest.delete(best);
    picked.push(best);
    left = subtract(left, [best]);
  }
  return picked;
}

function isCloser(one: Pod, other: Pod, missing: Amounts): boolean {
  const [distance, shortest] = [remainder(one, missing), remainder(other, missing)];
  if (distance !== shortest) return distance < shortest;
  const [requests, bestRequests] = [podRequests(one), podRequests(other)];
  for (const name of ['memory', 'cpu']) {
    const [amount = 0, best = 0] = [requests[name], bestRequests[name]];
    if (amount !== best) return amount < best;
  }
  return false;
}

function remainder(pod: Pod, missing: Amounts): number {
  const requests = podRequests(pod);
  return Object.entries(missing).reduce((sum, [name, amount]) => {
    const open = Math.max(amount - (requests[name] ?? 0), 0) / amount;
    return sum + open * open;
  }, 0);
}
