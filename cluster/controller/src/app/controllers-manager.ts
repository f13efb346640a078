import { type Clock, type Logger, TerminalError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { type Manager, requiredResources } from '../manager/index.ts';
import { programMessages } from '../messages/index.ts';
import { type CustomResource, installDefinitions, missingDefinitions } from '../resource/index.ts';
import type { RunnableManager } from './runnable-manager.ts';

/** What is needed to run controllers as a part of an app. */
export interface ControllersManagerOptions {
  readonly manager: Manager;
  readonly client: KubeClient;
  /** Whether the definitions that the controllers need are checked or installed. */
  readonly definitions: 'check' | 'install';
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The controllers of a manager as a part of an app. It does not start on a cluster that does not serve the required resources. */
export function controllersManager(options: ControllersManagerOptions): RunnableManager {
  const { manager } = options;
  return {
    name: 'controllers',
    prepare: async (signal) => {
      await manager.setup();
      const resources = requiredResources(manager.modules());
      if (options.definitions === 'install') await install(resources, options, signal);
      else await check(resources, options);
    },
    run: (signal) => manager.run(signal),
    checks: () => {
      const { state, checks } = manager.health();
      const ok = state === 'leading' || state === 'standby';
      return [{ name: 'controllers', ok, message: `the manager is ${state}` }, ...checks];
    },
  };
}

async function install(
  resources: readonly CustomResource[],
  { client, clock, logger }: ControllersManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, action } of await installDefinitions(client, resources, { clock, signal })) {
    logger.info('installed a definition', { definition: name, action });
  }
}

async function check(resources: readonly CustomResource[], { client }: ControllersManagerOptions): Promise<void> {
  const missing = await missingDefinitions(client, resources);
  if (missing.length === 0) return;
  const problems = missing.map(({ message }) => message);
  throw new TerminalError(programMessages.definitionsMissing({ problems }), {
    code: 'DEFINITIONS_MISSING',
  });
}
