export { runAgentProcess } from './agent/agent-process.ts';
export { chooseUplink, type EgressMode, type UplinkChoice } from './egress/index.ts';
export type { NodeGroup } from './fleet/node-group.ts';
export {
  type BuildOptions,
  buildImage,
  containerProcess,
  formatImageReference,
  ImageError,
  ImagePullError,
  ImageStore,
  imageArchitecture,
  loadImages,
  makeImage,
  makeNodeImage,
  makeShellImage,
  type NodeImageOptions,
  type PullProgress,
  parseDockerConfig,
  parseImageReference,
  plainShellItems,
  pullImage,
  type RegistryCredentials,
  type StoredImage,
  saveImages,
} from './images/index.ts';
export { KubeletServer } from './kubelet/kubelet-server.ts';
export { type ClusterAccess, type MachineNode, type MachineNodeOptions, machineNode } from './machine/index.ts';
export { nodeComponentsUser, nodeUser } from './node-user.ts';
export type { RuleProblem } from './rules/place.ts';
export {
  EXEC,
  EXIT_CODE,
  LOG_INTERVAL,
  LOGS,
  READY_DELAY,
  RUN_DURATION,
  type Scenario,
  SIMULATE,
  START_DELAY,
  STOP_DELAY,
} from './rules/pod-annotations.ts';
export { type RulesRead, readSimulationRules } from './rules/rule-reader.ts';
export type { SimulationRules } from './rules/simulation-rule.ts';
export type { RuntimeLimitation } from './runtime/index.ts';
export {
  findUserMap,
  nodeOwner,
  removeNode,
  removeTree,
  removeTrials,
  stopAnchor,
  subordinateFiles,
  tryContainer,
} from './sandbox/index.ts';
export { SIMULATED_LABEL } from './simulated-node.ts';
export { type SimulatedNodesOptions, simulatedNodes } from './simulated-nodes.ts';
