export { atModule } from './at/at-module.ts';
export { type At, type AtStatus, ats } from './at/at-resource.ts';
export { registerSamples, sampleResources } from './sample-registry.ts';
