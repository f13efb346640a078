import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readSimulationRules, type SimulationRules } from '@kubemin/node';
import { documentMessages, upMessages } from '../../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../../terminal/index.ts';

/** Reads the rules of simulated nodes from a file. Throws a CliError that lists all problems. */
export async function readRulesFile(name: string, cwd: string): Promise<SimulationRules> {
  const read = readSimulationRules(await readText(name, cwd));
  if (read.kind === 'rules') return read.rules;
  const lines = read.problems.map(({ path, message }) => `  ${path === '' ? name : path}: ${message}`).join('\n');
  throw new CliError(upMessages.rulesWrong({ file: name, problems: lines }), {
    code: 'SIMULATION_RULES_INVALID',
    exitCode: ExitCode.usage,
    hint: upMessages.fixRules,
  });
}

async function readText(name: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw new CliError(documentMessages.unreadable({ name, why: failureReason(cause) }), {
      code: 'SIMULATION_RULES_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: documentMessages.checkPath,
      cause,
    });
  }
}
