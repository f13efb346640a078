import { CONFIGURATION } from './configuration-rows.ts';
import { INITS, SIDECARS } from './init-rows.ts';
import { DELETIONS, ENDS, HOOKS, MESSAGES } from './lifecycle-rows.ts';
import { NAMES } from './naming-rows.ts';
import { PROBES } from './probe-rows.ts';
import { PROGRAMS } from './program-rows.ts';
import { RESOURCES } from './resource-rows.ts';
import type { PodScenario } from './scenario.ts';
import { SECURITY } from './security-rows.ts';
import { VOLUMES } from './volume-rows.ts';

/**
 * The pods that a node must run, and what it must report of them, as kubelets do. Written from the behaviour of Kubernetes;
 * a row that fails is a fault of the node.
 */
export const POD_SCENARIOS: readonly PodScenario[] = [
  ...[...ENDS, ...MESSAGES, ...INITS, ...SIDECARS, ...PROBES, ...HOOKS],
  ...[...DELETIONS, ...CONFIGURATION, ...PROGRAMS, ...SECURITY, ...NAMES, ...RESOURCES, ...VOLUMES],
];
