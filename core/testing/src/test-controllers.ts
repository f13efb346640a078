import { type Clock, type Logger, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { type BuiltinOptions, builtinControllers } from '@kubemin/controllers';
import type { KubeClient } from '@kubemin/kube';
import { readSimulationRules, type SimulatedKubelets, type SimulationRules, simulatedNodes } from '@kubemin/node';

export interface TestControllersOptions {
  /** @default 2 */
  readonly nodes?: number;
  /** What the built-in controllers are given: other times than a real cluster's, mostly. */
  readonly builtin?: BuiltinOptions;
  /** What happens on the simulated nodes, as `kubemin up --simulation-rules` reads it; the ConfigMap may change it later. */
  readonly simulationRules?: string;
  /** Answers for the simulated nodes while they run. */
  readonly kubelets?: SimulatedKubelets;
  readonly extraControllers?: readonly ControllerModule[];
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Runs all built-in controllers and some simulated nodes on any cluster; the answer stops them and waits until they are. */
export async function startTestControllers(
  client: KubeClient,
  options: TestControllersOptions = {},
): Promise<() => Promise<void>> {
  const { clock = systemClock, logger = silentLogger, nodes = 2, kubelets, extraControllers = [] } = options;
  const manager = createManager({ client, clock, random: systemRandom, logger });
  manager.with(
    ...builtinControllers(options.builtin),
    simulatedNodes({ count: nodes, rules: rulesOf(options), ...(kubelets && { kubelets }) }),
    ...extraControllers,
  );
  const stopping = new AbortController();
  const running = manager.run(stopping.signal);
  await Promise.race([manager.ready, running]);
  return async () => {
    stopping.abort();
    await running;
  };
}

function rulesOf({ simulationRules = '' }: TestControllersOptions): SimulationRules {
  const read = readSimulationRules(simulationRules);
  if (read.kind === 'rules') return read.rules;
  throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
}
