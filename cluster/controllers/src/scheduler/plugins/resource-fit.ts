import type { SchedulerPlugin } from '../plugin.ts';

/** Keeps pods off nodes that have too little left of what they request, extended resources and pod slots included. */
export const resourceFit: SchedulerPlugin = {
  name: 'resource-fit',
  judge: ({ wanted }) => ({
    kind: 'judged',
    scope: 'node',
    filter({ allocatable, used }) {
      let reasons: string[] | undefined;
      let resolvable = true;
      for (const [name, amount] of wanted) {
        const all = allocatable[name] ?? 0;
        if ((used[name] ?? 0) + amount <= all) continue;
        reasons ??= [];
        reasons.push(name === 'pods' ? 'Too many pods' : `Insufficient ${name}`);
        if (amount > all) resolvable = false;
      }
      return reasons && { reasons, resolvable };
    },
  }),
};
