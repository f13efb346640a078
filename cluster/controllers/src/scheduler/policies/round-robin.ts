import type { NodePicker } from '../plugin.ts';

/** Each node in turn, by name. */
export function roundRobin(): NodePicker {
  let last = '';
  return (feasible) => {
    const [first] = feasible;
    let lowest = first;
    let next: typeof first | undefined;
    for (const node of feasible) {
      if (node.name < lowest.name) lowest = node;
      if (node.name > last && (next === undefined || node.name < next.name)) next = node;
    }
    const chosen = next ?? lowest;
    last = chosen.name;
    return chosen;
  };
}
