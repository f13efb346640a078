/**
 * The configuration of a node, with the fields of Kubernetes' KubeletConfiguration. It is plain data, so that it can be
 * passed to the process of an agent and shown at `/configz`; `readKubeletConfiguration` reads and checks a file.
 */
export {
  KUBERNETES_DEFAULTS,
  type KubeletConfiguration,
  MACHINE_DEFAULTS,
  type ShutdownPeriod,
} from './kubelet-configuration.ts';
export { type ConfigurationProblem, type ConfigurationRead, readKubeletConfiguration } from './read-configuration.ts';
export { evictionThresholds, type Signal, type Threshold, type ThresholdValue, thresholdAmount } from './thresholds.ts';
