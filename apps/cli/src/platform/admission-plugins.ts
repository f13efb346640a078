import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AdmissionFactory,
  builtinAdmission,
  defaultTolerationSeconds,
  readAdmissionConfiguration,
} from '@kubemin/apiserver';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../terminal/index.ts';
import type { NodeTimeouts } from './node-runtime/node-timeouts.ts';

/** Plug-ins that take the place of the built-in ones of the same name. */
export type ConfiguredPlugins = ReadonlyMap<string, AdmissionFactory>;

/** Reads the file of --admission-control-config-file; without one no plug-in is configured. */
export async function readAdmissionFile(file: string | undefined, cwd: string): Promise<ConfiguredPlugins> {
  if (file === undefined) return new Map();
  return readAdmissionConfiguration({ path: resolve(cwd, file), read: readConfiguration });
}

async function readConfiguration(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(startMessages.admissionFileUnreadable({ path, why: failureReason(cause) }), {
      code: 'ADMISSION_CONFIGURATION_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: startMessages.nameAdmissionFile,
      cause,
    });
  }
}

/** All built-in plug-ins, in their order, as they are configured. */
export function admissionPlugins(
  configured: ConfiguredPlugins = new Map(),
  patience?: NodeTimeouts,
): readonly (string | AdmissionFactory)[] {
  const tolerations = patience && defaultTolerationSeconds(Math.ceil(patience.evictionMs / 1000));
  return builtinAdmission.map((name) => {
    if (name === 'DefaultTolerationSeconds' && tolerations !== undefined) return tolerations;
    return configured.get(name) ?? name;
  });
}
