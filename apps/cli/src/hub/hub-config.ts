import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { createTranslator } from '@kubemin/base/message';
import {
  type AppConfig,
  type ConfigFileText,
  type ConfigProblem,
  formatConfigProblem,
  readAppConfig,
} from '@kubemin/controller/app';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import type { Language } from '../language/language.ts';
import { hubWords } from '../language/words/hub.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { type HubFlags, hubSettings } from './hub-flags.ts';
import { hubRows } from './hub-rows.ts';

/** The configuration of the hub. Tells warnings; throws a CliError that lists everything that is wrong with it. */
export async function loadHubConfig(context: CommandContext, flags: HubFlags): Promise<AppConfig> {
  const { env, terminal, language } = context;
  const file = flags.config === undefined ? undefined : await configFile(context, flags.config);
  const read = readAppConfig({ flags: hubSettings(flags), env, file }, Object.values(hubRows));
  if (read.kind === 'problems') {
    throw new CliError(
      {
        en: hubWords.en.badConfig(listed(read.problems, 'en')),
        zh: hubWords.zh.badConfig(listed(read.problems, 'zh')),
      },
      { code: 'CONFIG_INVALID', exitCode: ExitCode.usage, hint: inBoth(hubWords, (say) => say.explains) },
    );
  }
  if (read.warnings.length > 0) {
    terminal.err(`${hubWords[language].about}\n${listed(read.warnings, language)}\n`);
  }
  return read.config;
}

function listed(problems: readonly ConfigProblem[], language: Language): string {
  const translate = createTranslator(language);
  return problems.map((problem) => `  ${formatConfigProblem(problem, translate)}`).join('\n');
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
