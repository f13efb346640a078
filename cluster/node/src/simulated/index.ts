/**
 * Nodes that exist in the API alone: they run the pods that are scheduled to them in simulation, by rules and annotations.
 * `simulatedNodes` is the controller module; nodes of the machine use the leases and clients of the fleet.
 */
export { LeaseRenewer } from './fleet/lease-renewer.ts';
export { NodeClients } from './fleet/node-clients.ts';
export type { NodeGroup } from './fleet/node-group.ts';
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
export { SIMULATED_LABEL } from './simulated-node.ts';
export { type SimulatedNodesOptions, simulatedNodes } from './simulated-nodes.ts';
