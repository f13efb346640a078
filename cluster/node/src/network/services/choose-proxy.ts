import type { Clock, Logger } from '@kubemin/base';
import type { PacketFilterChoice } from '../nft/nft-program.ts';
import { conntrackArguments, createNftProxy } from './nft-proxy.ts';
import type { ServiceProxy } from './service-proxy.ts';
import { createUserSpaceProxy } from './user-space-proxy.ts';

export interface ProxyChoice {
  readonly packetFilter: PacketFilterChoice;
  /** Addresses of pods, as a CIDR. */
  readonly podRange: string;
  readonly nodeAddress: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Programs that run at the same time to remove flows. */
const MAX_PROGRAMS = 8;

/** The proxy that this machine is able to run: in the kernel where the packet filter is available, else in this process. */
export function chooseServiceProxy({ packetFilter, podRange, nodeAddress, clock, logger }: ProxyChoice): ServiceProxy {
  if (packetFilter.kind === 'missing') {
    logger.info('services are forwarded by the agent', { because: packetFilter.reason });
    return createUserSpaceProxy({ clock });
  }
  logger.info('services are forwarded by the kernel');
  const { run, conntrack } = packetFilter.filter;
  return createNftProxy({
    ...{ podRange, nodeAddress },
    runNft: run,
    ...(conntrack !== undefined && {
      removeUdpFlows: async (flows) => {
        // A service with many endpoints that is deleted has many flows, and each takes a program.
        for (let start = 0; start < flows.length; start += MAX_PROGRAMS) {
          const some = flows.slice(start, start + MAX_PROGRAMS);
          // It fails when there is no such flow.
          await Promise.allSettled(some.map((flow) => conntrack(conntrackArguments(flow))));
        }
      },
    }),
  });
}
