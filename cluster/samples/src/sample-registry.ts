import type { ControllerRegistry, CustomResource } from '@kubemin/controller';
import { atModule } from './at/at-module.ts';
import { ats } from './at/at-resource.ts';

/** The resources of the samples. */
export const sampleResources: readonly CustomResource[] = [ats];

/** Registers the controllers of the samples; nothing runs yet. */
export function registerSamples(registry: ControllerRegistry): void {
  registry.register(atModule);
}
