import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import {
  DEFAULT_NODE_NETWORK,
  findHostPrograms,
  findProgram,
  findUserMap,
  removeNode,
  startAnchor,
  TRIAL_PREFIX,
} from '../../sandbox/index.ts';
import { Uplink, type UplinkOptions, type UplinkProgram } from './uplink.ts';

/**
 * How the pods of a node reach what is outside of their network, which has no way out.
 *
 * - `proxy`: the agent runs an `EgressProxy` on the address of the node, and containers find it in HTTPS_PROXY. Names and
 *   addresses of the cluster are connected to from there, all others by the process that started the agent (`findOutside`),
 *   which refuses loopback, link-local and multicast addresses, those of the machine and of the cluster, after resolving names.
 * - `pasta`: a program on this machine gives the network of the node an `Uplink`, which all programs in pods use as it is; rules
 *   in that network keep them from the same addresses, and names are resolved by the name servers of the machine.
 * - `off`: nothing. `OutsideNames` records on pods why names outside are not resolved, also with the proxy.
 */
export type EgressMode = 'off' | 'proxy' | 'pasta';

/** Whether pods can have a way out that all programs use, and why not. */
export type UplinkChoice =
  | { readonly kind: 'works'; readonly program: UplinkProgram }
  /** Names of programs, each of which one package has. */
  | { readonly kind: 'missing'; readonly programs: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: Message };

export interface UplinkPlace extends Pick<UplinkOptions, 'outside'> {
  /** A new directory is made below it for the trial; see removeTrials. */
  readonly directory: string;
  /** Where programs are looked for, as in PATH. */
  readonly programDirectories: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Looks for the programs and tries them with namespaces like those of a node, which are removed again. */
export async function chooseUplink(place: UplinkPlace): Promise<UplinkChoice> {
  const found = await findUplinkProgram(place.programDirectories);
  if (found.kind !== 'works') return found;
  try {
    await tryUplink(found.program, place);
    return found;
  } catch (error) {
    return { kind: 'failed', reason: errorMessage(error) };
  }
}

/** The program alone, without a trial. */
export async function findUplinkProgram(
  directories: readonly string[],
): Promise<Exclude<UplinkChoice, { readonly kind: 'failed' }>> {
  const [pasta, slirp, nft] = await Promise.all(
    ['pasta', 'slirp4netns', 'nft'].map((name) => findProgram(name, directories)),
  );
  const path = pasta ?? slirp;
  if (path !== undefined && nft !== undefined) {
    return { kind: 'works', program: { name: pasta === undefined ? 'slirp4netns' : 'pasta', path, nft } };
  }
  const programs = [...(path === undefined ? ['pasta'] : []), ...(nft === undefined ? ['nft'] : [])];
  return { kind: 'missing', programs };
}

async function tryUplink(
  program: UplinkProgram,
  { directory: parent, programDirectories, clock, logger, outside }: UplinkPlace,
): Promise<void> {
  const programs = await findHostPrograms(programDirectories);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(parent, TRIAL_PREFIX));
  try {
    const map = await findUserMap();
    const anchor = await startAnchor({ programs, directory, network: DEFAULT_NODE_NETWORK, map, clock });
    const errorFile = join(directory, 'uplink.err');
    const more = outside === undefined ? {} : { outside };
    await new Uplink({ program, programs, anchor, errorFile, closed: () => [], clock, logger, ...more }).ensure();
  } finally {
    await removeNode({ directory, clock });
  }
}
