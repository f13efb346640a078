import { errorMessage } from '@kubemin/base/message';
import { type Connection, connect } from '../connection/index.ts';
import { doctorMessages } from '../messages/index.ts';
import type { CommandContext } from '../terminal/index.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import {
  applicationsCheck,
  clustersCheck,
  gatewayCheck,
  ingressClassCheck,
  policiesCheck,
  storageClassCheck,
} from './checks/cluster.ts';
import { configCheck, containerdCheck, documentCheck, kubectlCheck } from './checks/local.ts';
import {
  clockCheck,
  metricsCheck,
  pluginsCheck,
  projectsCheck,
  queueCheck,
  serverCheck,
  tokenCheck,
  workersCheck,
} from './checks/platform.ts';

/** What one check found, with its name. */
export interface CheckResult {
  readonly check: Check;
  readonly finding: Finding;
}

/** Runs checks one after the other. Those that need a platform are skipped if none responds. */
export async function runChecks(context: CommandContext, checks: readonly Check[]): Promise<readonly CheckResult[]> {
  const patient = await createCheckContext(context);
  const isConnected = patient.connection !== undefined && (await isReachable(patient.connection));
  const examined: CheckResult[] = [];
  for (const check of checks) examined.push({ check, finding: await runCheck(check, patient, isConnected) });
  return examined;
}

async function createCheckContext(context: CommandContext): Promise<CheckContext> {
  try {
    return { context, connection: await connect(context), absence: undefined };
  } catch (error) {
    return { context, connection: undefined, absence: errorMessage(error) };
  }
}

async function isReachable({ client }: Connection): Promise<boolean> {
  try {
    await client.health();
    return true;
  } catch {
    return false;
  }
}

async function runCheck(check: Check, patient: CheckContext, isConnected: boolean): Promise<Finding> {
  const { connection } = patient;
  try {
    if (check.needs === 'nothing') return await check.run(patient);
    if (connection !== undefined && isConnected) return await check.run({ ...patient, connection });
    return { outcome: 'skip', found: doctorMessages.noPlatform };
  } catch (error) {
    return { outcome: 'fail', found: errorMessage(error), fix: doctorMessages.askWithDebug };
  }
}

/** All checks, in the order of output: those that others depend on first. */
export const CHECKS: readonly Check[] = [
  configCheck,
  serverCheck,
  tokenCheck,
  clockCheck,
  clustersCheck,
  storageClassCheck,
  ingressClassCheck,
  gatewayCheck,
  queueCheck,
  workersCheck,
  applicationsCheck,
  projectsCheck,
  policiesCheck,
  pluginsCheck,
  metricsCheck,
  documentCheck,
  kubectlCheck,
  containerdCheck,
];
