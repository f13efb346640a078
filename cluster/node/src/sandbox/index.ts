/**
 * The `sandbox` runtime: containers as processes in namespaces of this machine, without a daemon and without root. It
 * needs only programs of util-linux and iproute2. See ../runtime/index.ts for the contract. An anchor process owns the
 * user, mount, network and PID namespaces of the node, a holder the network, IPC and UTS namespaces of each pod, and a
 * supervisor (a shell) keeps the log and exit code of each container. All of them outlive the process that opened the
 * runtime.
 */
export {
  type Anchor,
  anchorFromInside,
  DEFAULT_NODE_NETWORK,
  findAnchor,
  isAnchorRunning,
  joinWords,
  type NodeNetwork,
  removeNode,
  removeTree,
  startAnchor,
  stopAnchor,
  takeDirectory,
} from './anchor.ts';
export { findCapabilities, isCapability } from './capabilities.ts';
export { type ControlGroups, cpuShares, openControlGroups, removeControlGroups } from './control-groups.ts';
export { startDetached } from './detached-process.ts';
export { findHostPrograms, findProgram, type HostPrograms } from './host-programs.ts';
export { escapeFstab } from './mount-plan.ts';
export { openSandboxRuntime, type SandboxRuntimeOptions } from './open-runtime.ts';
export { connectInNamespace } from './port-connection.ts';
export {
  isAlive as isProcessAlive,
  type ProcessIdentity,
  parseProcessRecord,
  signalNumber,
  signalProcess,
} from './process-identity.ts';
export { runProgram } from './run-program.ts';
export { machineFeatures } from './runtime-limitations.ts';
export { READ_PROCESS } from './scripts.ts';
export { removeTrials, TRIAL_PREFIX, tryContainer } from './try-container.ts';
export { MORE_USERS, nodeOwner, ownUsers, type UserMap } from './user-map.ts';
export { findUserMap, PROGRAM_DIRECTORIES, subordinateFiles } from './user-namespace.ts';
