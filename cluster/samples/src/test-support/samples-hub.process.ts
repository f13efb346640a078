// Runs the samples until it is killed. Argument: SamplesHubOptions as JSON.
import { ControllerRegistry } from '@kubemin/controller';
import { runForkedManager } from '@kubemin/testing/forked-manager';
import '@redis/client';
import { registerSamples } from '../sample-registry.ts';
import type { SamplesHubOptions } from './samples-hub.ts';

runForkedManager<SamplesHubOptions>(({ instances }) => {
  const registry = new ControllerRegistry();
  registerSamples(registry, { instances });
  return registry;
});
