export { type EventuallyOptions, eventually } from './eventually.ts';
export { ManualClock } from './manual-clock.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { startTestCluster, type TestCluster, type TestClusterOptions } from './test-cluster.ts';
export { startTestControllers, type TestControllersOptions } from './test-controllers.ts';
