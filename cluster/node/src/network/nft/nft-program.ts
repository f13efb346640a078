import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { findProgram } from '../../sandbox/index.ts';

/** The packet filter of the network namespace of this process. */
export interface PacketFilter {
  /** Carries out one ruleset as one transaction. Rejects with the message of nft. */
  run(ruleset: string): Promise<void>;
  /** Runs `conntrack` with these arguments; undefined where it is not installed. Rejects when it fails. */
  readonly conntrack: ((words: readonly string[]) => Promise<void>) | undefined;
  /** Why rules of network policies are not accepted, where those of services are; undefined when they are. */
  readonly policyProblem: string | undefined;
}

export type PacketFilterChoice =
  | { readonly kind: 'available'; readonly filter: PacketFilter }
  | { readonly kind: 'missing'; readonly reason: string };

const runFile = promisify(execFile);

/** Looks for `nft` and tries whether its rules are accepted: kernels without nftables and namespaces without the right refuse them. */
export async function openPacketFilter(programDirectories: readonly string[]): Promise<PacketFilterChoice> {
  const nft = await findProgram('nft', programDirectories);
  if (nft === undefined) return { kind: 'missing', reason: 'nft is not installed' };
  try {
    await runRuleset(nft, TRIAL_RULESET);
  } catch (error) {
    return { kind: 'missing', reason: toError(error).message };
  }
  const policyProblem = await runRuleset(nft, POLICY_TRIAL_RULESET).then(
    () => undefined,
    (error: unknown) => toError(error).message,
  );
  const conntrack = await findProgram('conntrack', programDirectories);
  return {
    kind: 'available',
    filter: {
      run: (ruleset) => runRuleset(nft, ruleset),
      policyProblem,
      conntrack:
        conntrack === undefined
          ? undefined
          : async (words) => {
              await runFile(conntrack, [...words]);
            },
    },
  };
}

const TRIAL_RULESET = `table ip kubemin_trial {
  chain trial {
    type nat hook prerouting priority dstnat;
  }
}
delete table ip kubemin_trial
`;

/** What only policies need of the kernel. */
const POLICY_TRIAL_RULESET = `table ip kubemin_trial {
  chain trial {
    type filter hook prerouting priority -300;
    iifname != "lo" fib saddr . iif oif missing drop
  }
  chain refuse {
    reject with icmp admin-prohibited
  }
}
delete table ip kubemin_trial
`;

async function runRuleset(nft: string, ruleset: string): Promise<void> {
  const child = spawn(nft, ['-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  // A program that ends without reading its input is reported by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(ruleset);
  const message = await text(child.stderr);
  if ((await promise) !== 0) throw new TerminalError(verbatim(`nft: ${message.trim()}`), { code: 'NFT_FAILED' });
}
