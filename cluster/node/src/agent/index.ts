/**
 * The node agent (kubelet). `nodeAgent` registers the node and runs the pods that are bound to it on a
 * `ContainerRuntime`; `runAgentProcess` is that agent as a process inside the namespaces of the node; `machineNode` is
 * the side of the process that starts it and serves it the API server and images over unix sockets. When the starting
 * process is killed the agent ends and containers continue; when the node is stopped, pods end.
 */
export { runAgentProcess } from './agent-process.ts';
export { type ClusterAccess, type MachineNode, type MachineNodeOptions, machineNode } from './machine/machine-node.ts';
