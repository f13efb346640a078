import type { FilterPolicy } from './policy.ts';

/** Keeps pods off nodes that have too little left of what they request, extended resources and pod slots included. */
export const resourceFitFilter: FilterPolicy = {
  name: 'resource-fit',
  reject({ wanted }, { allocatable, used }) {
    let reasons: string[] | undefined;
    for (const [name, amount] of wanted) {
      if ((used[name] ?? 0) + amount <= (allocatable[name] ?? 0)) continue;
      reasons ??= [];
      reasons.push(name === 'pods' ? 'Too many pods' : `Insufficient ${name}`);
    }
    return reasons;
  },
};
