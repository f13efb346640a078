import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';

export interface AddClusterOptions extends Located {
  readonly name: string;
  readonly kubeconfig: string;
  readonly context?: string;
  /** It is registered already, and gets another way in. */
  readonly replace: boolean;
}

/** Registers a cluster by a kubeconfig, or gives one that is registered another. */
export async function addCluster(context: CommandContext, options: AddClusterOptions): Promise<ExitCode> {
  const { terminal, style, cwd } = context;
  const { client } = await connect(context, options.dataDir);
  const kubeconfig = await text(resolve(cwd, options.kubeconfig));
  const wayIn = { kubeconfig, ...(options.context !== undefined && { context: options.context }) };
  const { name, server } = options.replace
    ? await client.replaceCluster(options.name, wayIn)
    : await client.registerCluster({ name: options.name, ...wayIn });
  const done = options.replace ? 'has another kubeconfig' : 'is registered';
  terminal.err(`${style.bold(name)} ${done}: ${server ?? ''}; documents name it as cluster: ${name}\n`);
  return ExitCode.ok;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(`the kubeconfig ${path} cannot be read: ${toError(cause).message}`, {
      code: 'KUBECONFIG_UNREADABLE',
      exitCode: ExitCode.usage,
      cause,
    });
  }
}
