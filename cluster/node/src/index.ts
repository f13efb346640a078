export { SimulatedKubelets } from './kubelet/simulated-kubelets.ts';
export { SIMULATED_LABEL } from './simulated-node.ts';
export { type SimulatedNodesOptions, simulatedNodes } from './simulated-nodes.ts';
export {
  LOG_INTERVAL,
  LOGS,
  RUN_DURATION,
  type Scenario,
  SIMULATE,
  START_DELAY,
  STOP_DELAY,
} from './simulation-rules.ts';
export { USAGE_CPU, USAGE_MEMORY } from './usage/pod-usage.ts';
