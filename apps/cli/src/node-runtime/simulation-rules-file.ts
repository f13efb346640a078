import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { readSimulationRules, type SimulationRules } from '@kubemin/node';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { documentWords } from '../language/words/document.ts';
import { upWords } from '../language/words/up.ts';

/** Reads the rules of simulated nodes from a file the user named. Throws a CliError that tells all that is wrong. */
export async function readRulesFile(name: string, cwd: string): Promise<SimulationRules> {
  const read = readSimulationRules(await textOf(name, cwd));
  if (read.kind === 'rules') return read.rules;
  const lines = read.problems.map(({ path, message }) => `  ${path === '' ? name : path}: ${message}`).join('\n');
  throw new CliError(
    inBoth(upWords, (say) => say.rulesWrong(name, lines)),
    {
      code: 'SIMULATION_RULES_INVALID',
      exitCode: ExitCode.usage,
      hint: inBoth(upWords, (say) => say.mendRules),
    },
  );
}

async function textOf(name: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw new CliError(
      inBoth(documentWords, (say) => say.unreadable(name, toError(cause).message)),
      {
        code: 'SIMULATION_RULES_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(documentWords, (say) => say.checkPath),
        cause,
      },
    );
  }
}
