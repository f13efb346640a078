import { type Clock, type Logger, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import {
  type BuiltinOptions,
  builtinControllers,
  controllerClients,
  controllerUser,
  SCHEDULER,
} from '@kubemin/controllers';
import type { KubeClient } from '@kubemin/kube';
import type { UserInfo } from '@kubemin/kubeapi';
import { type KubeletServer, nodeUser, readSimulationRules, type SimulationRules, simulatedNodes } from '@kubemin/node';

export interface TestControllersOptions {
  /** @default 2 */
  readonly nodes?: number;
  /** What the built-in controllers are given: other times than a real cluster's, mostly. */
  readonly builtin?: BuiltinOptions;
  /** What happens on the simulated nodes, as `kubemin up --simulation-rules` reads it; the ConfigMap may change it later. */
  readonly simulationRules?: string;
  /** Serves the kubelet API of the simulated nodes while they run. */
  readonly kubelets?: KubeletServer;
  readonly extraControllers?: readonly ControllerModule[];
  /** Gives each controller, the scheduler and the nodes clients of their own. @default all share one */
  readonly clientAs?: (user: UserInfo) => KubeClient;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** What one manager runs, and as whom. */
interface Team {
  readonly client: KubeClient;
  readonly clientFor?: (controller: string) => KubeClient;
  readonly modules: readonly ControllerModule[];
}

/** Runs all built-in controllers and some simulated nodes on any cluster; the returned function stops them and awaits their end. */
export function startTestControllers(
  client: KubeClient,
  options: TestControllersOptions = {},
): Promise<() => Promise<void>> {
  return start(makeTeams(client, options), options);
}

/** Runs simulated nodes alone, for controllers that run elsewhere; the returned function stops them and awaits their end. */
export function startTestNodes(
  client: KubeClient,
  options: Omit<TestControllersOptions, 'builtin' | 'extraControllers' | 'clientAs'> = {},
): Promise<() => Promise<void>> {
  return start([{ client, modules: [makeSimulatedNodes(options)] }], options);
}

async function start(teams: readonly Team[], options: TestControllersOptions): Promise<() => Promise<void>> {
  const { clock = systemClock, logger = silentLogger } = options;
  const stopping = new AbortController();
  const started = teams.map(({ modules, ...identity }) => {
    const manager = createManager({ ...identity, clock, random: systemRandom, logger }).with(...modules);
    return { manager, running: manager.run(stopping.signal) };
  });
  await Promise.all(started.map(({ manager, running }) => Promise.race([manager.ready, running])));
  return async () => {
    stopping.abort();
    await Promise.all(started.map(({ running }) => running));
  };
}

function makeSimulatedNodes(options: TestControllersOptions): ControllerModule {
  const { nodes = 2, kubelets, clientAs } = options;
  const clients = clientAs && { nodeClient: (node: string) => clientAs(nodeUser(node)) };
  return simulatedNodes({ count: nodes, rules: parseRules(options), ...(kubelets && { kubelets }), ...clients });
}

function parseRules({ simulationRules = '' }: TestControllersOptions): SimulationRules {
  const read = readSimulationRules(simulationRules);
  if (read.kind === 'rules') return read.rules;
  throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
}

function makeTeams(client: KubeClient, options: TestControllersOptions): readonly Team[] {
  const { extraControllers = [], clientAs } = options;
  const builtin = builtinControllers(options.builtin);
  const simulated = makeSimulatedNodes(options);
  if (clientAs === undefined) return [{ client, modules: [...builtin, simulated, ...extraControllers] }];
  const isScheduler = ({ name }: ControllerModule): boolean => controllerUser(name) === SCHEDULER;
  return [
    { ...controllerClients(clientAs), modules: [...builtin.filter((module) => !isScheduler(module)), simulated] },
    // With caches of its own, so that the rights to fill them are tried as well.
    { client: clientAs(SCHEDULER), modules: builtin.filter(isScheduler) },
    ...(extraControllers.length > 0 ? [{ client, modules: extraControllers }] : []),
  ];
}
