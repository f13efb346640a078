import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AppConfig,
  type ConfigFileText,
  type ConfigProblem,
  formatConfigProblem,
  readAppConfig,
} from '@kubemin/controller/app';
import { hubMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, type Translate } from '../../terminal/index.ts';
import type { HubFlags } from './hub-options.ts';
import { hubRows } from './hub-rows.ts';

/** The configuration of the hub. Prints warnings; throws a CliError that lists all problems. */
export async function loadHubConfig(
  context: CommandContext,
  flags: Pick<HubFlags, 'config' | 'settings'>,
): Promise<AppConfig> {
  const { env, terminal, translate } = context;
  const file = flags.config === undefined ? undefined : await configFile(context, flags.config);
  const read = readAppConfig({ flags: flags.settings, env, file }, Object.values(hubRows));
  if (read.kind === 'problems') {
    throw new CliError(hubMessages.badConfig({ list: listed(read.problems, translate) }), {
      code: 'CONFIG_INVALID',
      exitCode: ExitCode.usage,
      hint: hubMessages.explains,
    });
  }
  if (read.warnings.length > 0) {
    terminal.err(`${translate(hubMessages.about)}\n${listed(read.warnings, translate)}\n`);
  }
  return read.config;
}

function listed(problems: readonly ConfigProblem[], translate: Translate): string {
  return problems.map((problem) => `  ${formatConfigProblem(problem, translate)}`).join('\n');
}

async function configFile({ cwd }: CommandContext, name: string): Promise<ConfigFileText> {
  try {
    return { name, text: await readFile(resolve(cwd, name), 'utf8') };
  } catch (cause) {
    throw new CliError(hubMessages.configUnreadable({ file: name, why: failureReason(cause) }), {
      code: 'CONFIG_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: hubMessages.nameConfig,
      cause,
    });
  }
}
