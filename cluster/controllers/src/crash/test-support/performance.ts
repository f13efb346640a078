import { toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { PodLog } from '../../test-support/pod-log.ts';
import { endState } from './end-state.ts';
import type { Scenario, Verdict } from './scenario.ts';
import type { Strike } from './strike.ts';

/** What one performance needs. */
export interface PerformanceOptions {
  readonly scenario: Scenario;
  readonly namespace: string;
  readonly client: KubeClient;
  readonly strike: Strike;
  readonly expected: readonly string[] | undefined;
  /** Lets the strike count. */
  readonly arm: () => void;
}

/** How it went. */
export interface Performance {
  readonly scenario: string;
  readonly namespace: string;
  readonly end: readonly string[];
  /** How many writes the controllers made for it. */
  readonly writes: number;
  /** What went wrong on purpose. */
  readonly happened: readonly string[];
  /** What went wrong. */
  readonly failure?: Error;
}

/**
 * Plays them side by side; each is judged when all are over, as much goes wrong only after the end. How a performance
 * ends of which no end is expected is known when nothing changed while the controllers ran one errand after the other.
 */
export async function perform(
  all: readonly PerformanceOptions[],
  errand: () => Promise<void>,
): Promise<readonly Performance[]> {
  const played = await Promise.all(all.map(play));
  if (played.some(({ expected }) => expected === undefined)) await restOf(played, errand);
  return Promise.all(played.map(judge));
}

interface Played extends PerformanceOptions {
  readonly logs: readonly PodLog[];
  readonly outcome: { readonly verdict: Verdict } | { readonly failure: Error };
}

async function play(options: PerformanceOptions): Promise<Played> {
  const { scenario, namespace, client, arm } = options;
  const logs: PodLog[] = [];
  const begin = async (): Promise<PodLog> => {
    const log = await PodLog.start(client, namespace);
    logs.push(log);
    arm();
    return log;
  };
  try {
    const metadata = { name: namespace };
    await client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
    return { ...options, logs, outcome: { verdict: await scenario.play({ client, namespace, begin }) } };
  } catch (error) {
    return { ...options, logs, outcome: { failure: toError(error) } };
  }
}

async function judge({ scenario, namespace, client, expected, strike, logs, outcome }: Played): Promise<Performance> {
  let failure = 'failure' in outcome ? outcome.failure : undefined;
  let end: readonly string[] = [];
  try {
    end = await endOf(client, namespace, expected);
    await Promise.all(logs.map((log) => eventually(() => log.isCaughtUp())));
    if ('verdict' in outcome) await outcome.verdict();
    if (expected !== undefined) expectSame(end, expected);
  } catch (error) {
    failure ??= toError(error);
  }
  for (const log of logs) log.stop();
  const { writes, happened } = strike;
  return { scenario: scenario.name, namespace, end, writes, happened, ...(failure && { failure }) };
}

/** Resolves when all stages stay as they are however often the controllers prove that they are awake. */
async function restOf(played: readonly Played[], errand: () => Promise<void>): Promise<void> {
  const look = () => Promise.all(played.map(({ client, namespace }) => endState(client, namespace)));
  let last = await look();
  let same = 0;
  await eventually(async () => {
    await errand();
    const now = await look();
    same = deepEqual(now, last) ? same + 1 : 0;
    last = now;
    return same >= QUIET_ERRANDS;
  });
}

/** The expected end, as soon as it is reached; else the one that is there when all patience is gone. */
async function endOf(
  client: KubeClient,
  namespace: string,
  expected: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (expected === undefined) return endState(client, namespace);
  let last: readonly string[] = [];
  const isReached = async (): Promise<boolean> => {
    last = await endState(client, namespace);
    return deepEqual(last, expected);
  };
  // What is missing is told by whoever compares them.
  await eventually(isReached).catch(() => undefined);
  return last;
}

/** In words of its own: whole lists of whole objects would be cut short where it matters. */
function expectSame(end: readonly string[], expected: readonly string[]): void {
  const surplus = end.filter((line) => !expected.includes(line));
  const missing = expected.filter((line) => !end.includes(line));
  if (deepEqual(end, expected)) return;
  throw new Error(`it ended with\n${surplus.join('\n')}\ninstead of\n${missing.join('\n')}`);
}

/** So many errands must change nothing before a state counts as the end of a performance that nobody disturbed. */
const QUIET_ERRANDS = 5;
