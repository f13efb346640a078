import type { Rejection, SchedulerPlugin } from '../plugin.ts';

const TAKEN: Rejection = {
  reasons: ["node(s) didn't have free ports for the requested pod ports"],
  resolvable: true,
};

/** Keeps pods off nodes where a port they take of the node itself is taken. */
export const hostPorts: SchedulerPlugin = {
  name: 'host-ports',
  judge({ ports }) {
    if (ports.length === 0) return undefined;
    return {
      kind: 'judged',
      scope: 'node',
      filter: (node) => (ports.every((port) => node.ports.isFree(port)) ? undefined : TAKEN),
    };
  },
};
