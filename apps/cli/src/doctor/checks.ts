import type { Check } from './check.ts';
import { applicationsCheck } from './checks/applications.ts';
import { clockCheck } from './checks/clock.ts';
import { clustersCheck } from './checks/clusters.ts';
import { configCheck } from './checks/config.ts';
import { documentCheck } from './checks/document.ts';
import { ingressClassCheck } from './checks/ingress-class.ts';
import { kubectlCheck } from './checks/kubectl.ts';
import { metricsCheck } from './checks/metrics.ts';
import { queueCheck } from './checks/queue.ts';
import { serverCheck } from './checks/server.ts';
import { storageClassCheck } from './checks/storage-class.ts';
import { tokenCheck } from './checks/token.ts';
import { workersCheck } from './checks/workers.ts';

/** All checks, in the order in which they are told: what others rest on first. */
export const CHECKS: readonly Check[] = [
  configCheck,
  serverCheck,
  tokenCheck,
  clockCheck,
  clustersCheck,
  storageClassCheck,
  ingressClassCheck,
  queueCheck,
  workersCheck,
  applicationsCheck,
  metricsCheck,
  documentCheck,
  kubectlCheck,
];
