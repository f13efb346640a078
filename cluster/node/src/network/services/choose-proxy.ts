import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Clock, type Logger, TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { findProgram } from '../../sandbox/index.ts';
import { conntrackArguments, createNftProxy } from './nft-proxy.ts';
import type { ServiceProxy } from './service-proxy.ts';
import { createUserSpaceProxy } from './user-space-proxy.ts';

export interface ProxyChoice {
  /** Where `nft` and `conntrack` are looked for, as in PATH. */
  readonly programDirectories: readonly string[];
  /** Addresses of pods, as a CIDR. */
  readonly podRange: string;
  readonly nodeAddress: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const run = promisify(execFile);

/** The proxy that this machine is able to run: in the kernel where `nft` is present and allowed here, else in this process. */
export async function chooseServiceProxy(choice: ProxyChoice): Promise<ServiceProxy> {
  const { podRange, nodeAddress, clock, logger } = choice;
  const nft = await findProgram('nft', choice.programDirectories);
  const problem = nft === undefined ? 'nft is not installed' : await refusal(nft);
  if (nft === undefined || problem !== undefined) {
    logger.info('services are forwarded by the agent', { because: problem });
    return createUserSpaceProxy({ clock });
  }
  logger.info('services are forwarded by the kernel');
  const conntrack = await findProgram('conntrack', choice.programDirectories);
  return createNftProxy({
    ...{ podRange, nodeAddress },
    runNft: (ruleset) => applyRuleset(nft, ruleset),
    ...(conntrack !== undefined && {
      removeUdpFlows: async (flows) => {
        // It fails when there is no such flow.
        await Promise.allSettled(flows.map((flow) => run(conntrack, [...conntrackArguments(flow)])));
      },
    }),
  });
}

const TRIAL_RULESET = `table ip kubemin_trial {
  chain trial {
    type nat hook prerouting priority dstnat;
  }
}
delete table ip kubemin_trial
`;

/** Why rules are not accepted here: kernels without nftables, namespaces without the right. */
async function refusal(nft: string): Promise<string | undefined> {
  try {
    await applyRuleset(nft, TRIAL_RULESET);
    return undefined;
  } catch (error) {
    return toError(error).message;
  }
}

async function applyRuleset(nft: string, ruleset: string): Promise<void> {
  const child = spawn(nft, ['-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  // A program that ends without reading its input is reported by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(ruleset);
  const message = await text(child.stderr);
  if ((await promise) !== 0) throw new TerminalError(verbatim(`nft: ${message.trim()}`), { code: 'NFT_FAILED' });
}
