// Command lines and what must come of them. For tests.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { TestClusterOptions } from '../../test-cluster.ts';
import { ClusterTarget } from './cluster-target.ts';
import { type Command, type Expectation, judge } from './expectation.ts';
import { type KubectlProgram, kubectlPrograms, OLDEST_MINOR, pathKubectl } from './kubectl-programs.ts';
import { KubectlShell } from './kubectl-shell.ts';
import type { KubectlTarget } from './kubectl-target.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** A step that is more than a command line. */
export type Act<T extends KubectlTarget = KubectlTarget> = (shell: KubectlShell<T>) => Promise<void>;

/** A command line with its expectations, or a step that is more than a command line. */
export type Step<T extends KubectlTarget = KubectlTarget> = Command | Act<T>;

/** What is played, step by step, by title. */
export type Scenarios<T extends KubectlTarget> = Readonly<Record<string, readonly Step<T>[]>>;

/** What a suite needs besides its scenarios. */
export interface KubectlSuiteOptions<T extends KubectlTarget> {
  readonly topic: string;
  readonly programs: readonly KubectlProgram[];
  start(): Promise<T>;
}

/**
 * Plays scenarios with the kubectls in turn, or each with all of them where tests go further. Each has a namespace named
 * like it; those of one suite and one kubectl share a target.
 */
export function describeKubectl<T extends KubectlTarget>(
  { topic, programs, start }: KubectlSuiteOptions<T>,
  scenarios: Scenarios<T>,
): void {
  if (programs.length === 0) {
    it.skip(`kubectl ${topic} (skipped: there is no kubectl from 1.${OLDEST_MINOR} on PATH)`);
  }
  const titles = Object.keys(scenarios);
  const plays = programs.map((program, turn) => ({
    program,
    minor: program.minor,
    titles: titles.filter((_, place) => FULL || place % programs.length === turn),
  }));
  const played = plays.filter((each) => each.titles.length > 0);
  describe.each(played)(`kubectl 1.$minor ${topic}`, ({ program, titles }) => {
    let target: T;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target.close());

    it.each(titles)('%s', (title) => play(target, program, title, scenarios[title] ?? []));
  });
}

/**
 * The same on a cluster where controllers, a scheduler and three simulated nodes work, with the kubectl on PATH, and
 * with all others where tests go further.
 */
export function describeKubectlOnCluster(
  topic: string,
  scenarios: Scenarios<ClusterTarget>,
  options: Omit<TestClusterOptions, 'transport'> = {},
): void {
  const programs = FULL ? kubectlPrograms() : pathKubectl();
  describeKubectl({ topic, programs, start: () => ClusterTarget.start(options) }, scenarios);
}

/** For eventual results: runs the command again until it meets the expectations. */
export function shows(command: string, ...expected: readonly Expectation[]): Act<KubectlTarget> {
  return async (shell) => {
    let failure: unknown;
    const holds = async (): Promise<boolean> => {
      try {
        await judge(shell, [command, ...expected]);
        return true;
      } catch (error) {
        failure = error;
        return false;
      }
    };
    // A kubectl takes 0.1 s of a core.
    await eventually(holds, { longestPauseMs: 500 }).catch(() => {
      throw failure;
    });
  };
}

async function play<T extends KubectlTarget>(
  target: T,
  program: KubectlProgram,
  title: string,
  steps: readonly Step<T>[],
): Promise<void> {
  const shell = await KubectlShell.open(target, program, title.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  for (const step of steps) {
    if (typeof step === 'function') await step(shell);
    else await judge(shell, step);
  }
}
