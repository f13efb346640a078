import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

/** The ports of a workload: the container's, and a service trait where the Service has others. */
export interface ServicePorts {
  readonly ports: readonly { readonly port: number }[];
  readonly trait?: TraitsInput['service'];
}

/** Reads `service.ports`, a map from names to ports. */
export function readServicePorts(ports: Part): ServicePorts {
  const list = ports.entries.flatMap(([name, part]) => {
    const port = part.at('port').number();
    if (port === undefined) return [];
    const protocol = part.at('protocol').peek() === 'UDP' ? ('UDP' as const) : undefined;
    part.at('protocol').acceptIf('TCP', 'UDP');
    const targetPort = part.at('targetPort').number();
    return [filled({ name, port, targetPort, protocol })];
  });
  const targets = list
    .filter(({ protocol }) => protocol === undefined)
    .map(({ port = 0, targetPort = port }) => targetPort);
  return {
    ports: [...new Set(targets)].map((port) => ({ port })),
    ...(list.length === 0 ? {} : { trait: { ports: list } }),
  };
}
