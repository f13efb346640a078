import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { type AppConfig, type ConfigFileText, formatConfigProblem, readAppConfig } from '@kubemin/controller/app';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { hubWords } from '../language/words/hub.ts';
import { type HubFlags, hubSettings } from './hub-flags.ts';
import { hubRows } from './hub-rows.ts';

/** The configuration of the hub. Tells warnings; throws a CliError that lists everything that is wrong with it. */
export async function loadHubConfig(context: CommandContext, flags: HubFlags): Promise<AppConfig> {
  const { env, terminal, language } = context;
  const file = flags.config === undefined ? undefined : await configFile(context, flags.config);
  const read = readAppConfig({ flags: hubSettings(flags), env, file }, Object.values(hubRows));
  if (read.kind === 'problems') {
    const list = read.problems.map((problem) => `  ${formatConfigProblem(problem)}`).join('\n');
    throw new CliError(
      inBoth(hubWords, (say) => say.badConfig(list)),
      { code: 'CONFIG_INVALID', exitCode: ExitCode.usage, hint: inBoth(hubWords, (say) => say.explains) },
    );
  }
  if (read.warnings.length > 0) {
    const list = read.warnings.map((warning) => `  ${formatConfigProblem(warning)}\n`).join('');
    terminal.err(`${hubWords[language].about}\n${list}`);
  }
  return read.config;
}

async function configFile({ cwd }: CommandContext, name: string): Promise<ConfigFileText> {
  try {
    return { name, text: await readFile(resolve(cwd, name), 'utf8') };
  } catch (cause) {
    throw new CliError(
      inBoth(hubWords, (say) => say.configUnreadable(name, toError(cause).message)),
      {
        code: 'CONFIG_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(hubWords, (say) => say.nameConfig),
        cause,
      },
    );
  }
}
