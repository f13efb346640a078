/**
 * Nodes of a cluster: `simulatedNodes` exist only in the API, `machineNode` runs containers on this machine through a
 * node agent in its own process and namespaces. Both use only the public API. Also the image store and the tools that
 * build, load, pull and push images, and a registry.
 */
export {
  type ClusterAccess,
  type MachineNode,
  type MachineNodeOptions,
  machineNode,
  runAgentProcess,
} from './agent/index.ts';
export { KubeletServer } from './config/index.ts';
export { checkContainerd, type OciRuntime } from './containerd/index.ts';
export {
  type BuildOptions,
  buildImage,
  containerProcess,
  formatImageReference,
  ImageError,
  ImagePullError,
  ImagePushError,
  ImageStore,
  imageArchitecture,
  loadImages,
  makeImage,
  makeNodeImage,
  makePythonImage,
  makeShellImage,
  NODE_IMAGE,
  type NodeImageOptions,
  type PullProgress,
  PYTHON_IMAGE,
  parseDockerConfig,
  parseIgnoreFile,
  parseImageReference,
  parseRegistryMirror,
  plainShellItems,
  pullImage,
  pushImage,
  type RegistryCredentials,
  type RegistryMirror,
  type StoredImage,
  saveImages,
} from './images/index.ts';
export {
  type KubeletConfiguration,
  MACHINE_DEFAULTS,
  readKubeletConfiguration,
} from './kubelet-configuration/index.ts';
export { chooseUplink, type EgressMode, type UplinkChoice } from './network/index.ts';
export { type PushDecision, type RegistryServer, startRegistry } from './registry/index.ts';
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
export {
  EXEC,
  EXIT_CODE,
  LOG_INTERVAL,
  LOGS,
  type NodeGroup,
  nodeComponentsUser,
  nodeUser,
  READY_DELAY,
  RUN_DURATION,
  type RuleProblem,
  type RulesRead,
  readSimulationRules,
  type Scenario,
  SIMULATE,
  SIMULATED_LABEL,
  type SimulatedNodesOptions,
  type SimulationRules,
  START_DELAY,
  STOP_DELAY,
  simulatedNodes,
} from './simulated/index.ts';
