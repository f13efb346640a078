/**
 * The `sandbox` runtime: containers as processes in namespaces of this machine, without a daemon and without root. It needs
 * the programs of util-linux and iproute2 alone. See ../runtime/index.ts for the contract.
 *
 * An anchor process owns the user, mount, network and PID namespaces of the node; each pod has a process that holds its
 * network, IPC and UTS namespaces; each container has a supervisor (a shell) that keeps its log and its exit code. All of
 * them outlive the process that opened the runtime.
 */
export {
  type Anchor,
  DEFAULT_NODE_NETWORK,
  isAnchorRunning,
  joinWords,
  type NodeNetwork,
  removeNode,
  removeTree,
  startAnchor,
  stopAnchor,
  takeDirectory,
} from './anchor.ts';
export { openControlGroups } from './control-groups.ts';
export { findHostPrograms, findProgram, type HostPrograms } from './host-programs.ts';
export { openSandboxRuntime, type SandboxRuntimeOptions } from './open-runtime.ts';
export { runProgram } from './run-program.ts';
export { removeTrials, TRIAL_PREFIX, tryContainer } from './try-container.ts';
export { MORE_USERS, nodeOwner } from './user-map.ts';
export { findUserMap, subordinateFiles } from './user-namespace.ts';
export { escapeFstab } from './mount-plan.ts';
