/**
 * Harnesses for tests, imported by tests only: a real cluster in the process (`startTestCluster`), clocks that tests
 * control (`ManualClock`), seeded randomness, temporary directories, processes that are killed at a chosen request, and
 * real database and queue servers where their programs are installed.
 */
export { catalogueProblems } from './catalogue-problems.ts';
export { makeKubeletCertificates } from './cluster-certificates.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { type HelmProgram, helmProgram, writeHelmChart } from './helm-chart.ts';
export { ForkedManager, type ForkedManagerOptions, PATIENT_LEASE } from './killing/forked-manager.ts';
export { ForkedProgram, type ForkedProgramOptions } from './killing/forked-program.ts';
export { ManagerRelay } from './killing/manager-relay.ts';
export { type Death, type Fate, RequestGate } from './killing/request-gate.ts';
export { ManualClock } from './manual-clock.ts';
export { metricSamples } from './metric-samples.ts';
export { containerSuite, missingNamespaces } from './missing-namespaces.ts';
export { ProcessClock } from './process-clock.ts';
export { type PrometheusSample, parsePrometheus } from './prometheus-text.ts';
export { SeededRandom } from './seeded-random.ts';
export { missingService, type ServiceName } from './services/builtin-services.ts';
export { type KafkaService, startKafka } from './services/kafka-service.ts';
export { startMariadb } from './services/mariadb-service.ts';
export { OverheardMigration } from './services/overheard-migration.ts';
export { startPostgres } from './services/postgres-service.ts';
export { findProgram } from './services/program.ts';
export { startRedis } from './services/redis-service.ts';
export { startTcpProxy, type TcpProxy, type TcpProxyOptions } from './services/tcp-proxy.ts';
export { freePort, type TestService } from './services/test-service.ts';
export { type Shakes, shakyWatches } from './shaky-watches.ts';
export { SkippingClock } from './skipping-clock.ts';
export { sleepBy } from './sleep-by.ts';
export { quickDirectory, type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export {
  prepareTenancy,
  TENANCY_GRANTS,
  type TenancyAttempt,
  type TenancyScene,
  tenancyAttempts,
  UNREACHED_NAMESPACES,
  VICTIM,
} from './tenancy-attempts.ts';
export {
  COMMON_NAMESPACE,
  extensionAttempts,
  prepareCommonNamespace,
  RefusedRun,
  type TenancyExtensions,
  writeTenancyExtensions,
} from './tenancy-extensions.ts';
export {
  type ClusterAddress,
  deployedVersions,
  type ServedTestCluster,
  startTestCluster,
  type TestCluster,
  type TestClusterOptions,
} from './test-cluster.ts';
export { startTestControllers, startTestNodes, type TestControllersOptions } from './test-controllers.ts';
export { bundleProgram } from './test-support/bundle-program.ts';
