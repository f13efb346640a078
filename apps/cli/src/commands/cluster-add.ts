import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { clusterWords } from '../language/words/cluster.ts';

export interface AddClusterOptions {
  readonly name: string;
  readonly kubeconfig: string;
  readonly kubeContext: string | undefined;
  /** It is registered already, and gets another way in. */
  readonly replace: boolean;
}

/** Registers a cluster by a kubeconfig, or gives one that is registered another. */
export async function addCluster(context: CommandContext, options: AddClusterOptions): Promise<ExitCode> {
  const { terminal, style, cwd, language } = context;
  const say = clusterWords[language];
  const { client } = await connect(context);
  const kubeconfig = await text(resolve(cwd, options.kubeconfig));
  const wayIn = { kubeconfig, ...(options.kubeContext !== undefined && { context: options.kubeContext }) };
  const { name, server } = options.replace
    ? await client.replaceCluster(options.name, wayIn)
    : await client.registerCluster({ name: options.name, ...wayIn });
  const told = options.replace ? say.replaced : say.registered;
  terminal.err(`${told(style.bold(name), server ?? '')}\n`);
  return ExitCode.ok;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(
      inBoth(clusterWords, (say) => say.kubeconfigUnreadable(path, toError(cause).message)),
      {
        code: 'KUBECONFIG_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(clusterWords, (say) => say.giveKubeconfig),
        cause,
      },
    );
  }
}
