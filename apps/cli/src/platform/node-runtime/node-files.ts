import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Message, verbatim } from '@kubemin/base/message';
import {
  type KubeletConfiguration,
  MACHINE_DEFAULTS,
  readKubeletConfiguration,
  readSimulationRules,
  type SimulationRules,
} from '@kubemin/node';
import { documentMessages, upMessages } from '../../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../../terminal/index.ts';

/** Reads the rules of simulated nodes from a file. Throws a CliError that lists all problems. */
export async function readRulesFile(name: string, cwd: string): Promise<SimulationRules> {
  const read = readSimulationRules(await readText(name, cwd, 'SIMULATION_RULES_UNREADABLE'));
  if (read.kind === 'rules') return read.rules;
  throw new CliError(upMessages.rulesWrong({ file: name, problems: listProblems(name, read.problems) }), {
    code: 'SIMULATION_RULES_INVALID',
    exitCode: ExitCode.usage,
    hint: upMessages.fixRules,
  });
}

/** Reads the configuration of the node of this machine from a file. Throws a CliError that lists all problems. */
export async function readKubeletFile(name: string, cwd: string): Promise<KubeletConfiguration> {
  const read = readKubeletConfiguration(await readText(name, cwd, 'KUBELET_CONFIG_UNREADABLE'), MACHINE_DEFAULTS);
  if (read.kind === 'configuration') return read.configuration;
  throw new CliError(upMessages.kubeletConfigWrong({ file: name, problems: listProblems(name, read.problems) }), {
    code: 'KUBELET_CONFIG_INVALID',
    exitCode: ExitCode.usage,
    hint: upMessages.fixKubeletConfig,
  });
}

function listProblems(
  file: string,
  problems: readonly { readonly path: string; readonly message: Message }[],
): Message {
  return problems.reduce<Message>(
    (before, { path, message: problem }) =>
      upMessages.ruleProblem({ before, place: path === '' ? file : path, problem }),
    verbatim(''),
  );
}

async function readText(name: string, cwd: string, code: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw new CliError(documentMessages.unreadable({ name, why: failureReason(cause) }), {
      code,
      exitCode: ExitCode.usage,
      hint: documentMessages.checkPath,
      cause,
    });
  }
}
