import { toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { PodLog } from '../../test-support/pod-log.ts';
import type { CrashPlan } from './crash-plan.ts';
import { endState } from './end-state.ts';
import type { FinalCheck, Scenario } from './scenario.ts';

/** What one scenario run needs. */
export interface ScenarioRunOptions {
  readonly scenario: Scenario;
  readonly namespace: string;
  readonly client: KubeClient;
  readonly strike: CrashPlan;
  readonly expected: readonly string[] | undefined;
  /** Starts counting writes for the crash plan. */
  readonly arm: () => void;
}

/** How it went. */
export interface ScenarioRun {
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
 * Runs them concurrently; each is checked when all are over, as much goes wrong only after the end. Without an expected
 * end state, a run has ended when nothing changed while the controllers handled one probe after the other.
 */
export async function runScenarios(
  all: readonly ScenarioRunOptions[],
  probe: () => Promise<void>,
): Promise<readonly ScenarioRun[]> {
  const finished = await Promise.all(all.map(runScenario));
  if (finished.some(({ expected }) => expected === undefined)) await waitUntilQuiet(finished, probe);
  return Promise.all(finished.map(checkRun));
}

interface FinishedScenario extends ScenarioRunOptions {
  readonly logs: readonly PodLog[];
  readonly outcome: { readonly verdict: FinalCheck } | { readonly failure: Error };
}

async function runScenario(options: ScenarioRunOptions): Promise<FinishedScenario> {
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
    return { ...options, logs, outcome: { verdict: await scenario.run({ client, namespace, begin }) } };
  } catch (error) {
    return { ...options, logs, outcome: { failure: toError(error) } };
  }
}

async function checkRun({
  scenario,
  namespace,
  client,
  expected,
  strike,
  logs,
  outcome,
}: FinishedScenario): Promise<ScenarioRun> {
  let failure = 'failure' in outcome ? outcome.failure : undefined;
  let end: readonly string[] = [];
  try {
    end = await readEndState(client, namespace, expected);
    await Promise.all(logs.map((log) => eventually(() => log.isCaughtUp())));
    if ('verdict' in outcome) await outcome.verdict();
    if (expected !== undefined) expectEqualStates(end, expected);
  } catch (error) {
    failure ??= toError(error);
  }
  for (const log of logs) log.stop();
  const { writes, happened } = strike;
  return { scenario: scenario.name, namespace, end, writes, happened, ...(failure && { failure }) };
}

/** Resolves when all stages stay as they are however often the controllers prove that they are awake. */
async function waitUntilQuiet(finished: readonly FinishedScenario[], probe: () => Promise<void>): Promise<void> {
  const look = () => Promise.all(finished.map(({ client, namespace }) => endState(client, namespace)));
  let last = await look();
  let same = 0;
  await eventually(async () => {
    await probe();
    const now = await look();
    same = deepEqual(now, last) ? same + 1 : 0;
    last = now;
    return same >= QUIET_PROBES;
  });
}

/** The expected end, as soon as it is reached; else the one that is there when all patience is gone. */
async function readEndState(
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
  // The comparison reports what is missing.
  await eventually(isReached).catch(() => undefined);
  return last;
}

/** In words of its own: whole lists of whole objects would be cut short where it matters. */
function expectEqualStates(end: readonly string[], expected: readonly string[]): void {
  const surplus = end.filter((line) => !expected.includes(line));
  const missing = expected.filter((line) => !end.includes(line));
  if (deepEqual(end, expected)) return;
  throw new Error(`it ended with\n${surplus.join('\n')}\ninstead of\n${missing.join('\n')}`);
}

/** After this many probes without a change, the state of an undisturbed run counts as final. */
const QUIET_PROBES = 5;
