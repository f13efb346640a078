import { errorMessage } from '@kubemin/base/message';
import { type Connection, connect } from '../connection/connect.ts';
import { doctorMessages } from '../messages/doctor.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Check, Finding, Patient } from './check.ts';
import { applicationsCheck, clustersCheck, ingressClassCheck, storageClassCheck } from './checks/cluster.ts';
import { configCheck, documentCheck, kubectlCheck } from './checks/local.ts';
import { clockCheck, metricsCheck, queueCheck, serverCheck, tokenCheck, workersCheck } from './checks/platform.ts';

/** What one check found, with its name. */
export interface Examined {
  readonly check: Check;
  readonly finding: Finding;
}

/** Runs checks one after the other. Those that need a platform are skipped once it is known that none answers. */
export async function examine(context: CommandContext, checks: readonly Check[]): Promise<readonly Examined[]> {
  const patient = await patientOf(context);
  const answers = patient.connection !== undefined && (await isReachable(patient.connection));
  const examined: Examined[] = [];
  for (const check of checks) examined.push({ check, finding: await look(check, patient, answers) });
  return examined;
}

async function patientOf(context: CommandContext): Promise<Patient> {
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

async function look(check: Check, patient: Patient, answers: boolean): Promise<Finding> {
  const { connection } = patient;
  try {
    if (check.needs === 'nothing') return await check.look(patient);
    if (connection !== undefined && answers) return await check.look({ ...patient, connection });
    return { outcome: 'skip', found: doctorMessages.noPlatform };
  } catch (error) {
    return { outcome: 'fail', found: errorMessage(error), fix: doctorMessages.askWithDebug };
  }
}

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
