import type { Random } from '@kubemin/base';
import type { NodePicker } from '../plugin.ts';

/** Any node, each as likely as the others. */
export function randomPick(random: Random): NodePicker {
  return (feasible) => feasible[Math.floor(random.next() * feasible.length)] ?? feasible[0];
}
