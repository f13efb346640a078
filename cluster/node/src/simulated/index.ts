/**
 * Nodes that exist only in the API: `simulatedNodes` is a controller module that reports the pods scheduled to them as
 * running, failing or slow, by rules and annotations. The status of a pod is a pure function of the stored pod
 * (`simulatePod`), so a restart changes nothing. `LeaseRenewer` and `NodeClients` are used by the node agent as well.
 */
export { LeaseRenewer } from './fleet/lease-renewer.ts';
export { NodeClients } from './fleet/node-clients.ts';
export type { NodeGroup } from './fleet/node-group.ts';
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
export { nodeComponentsUser, nodeUser, SIMULATED_LABEL } from './simulated-node.ts';
export { type SimulatedNodesOptions, simulatedNodes } from './simulated-nodes.ts';
