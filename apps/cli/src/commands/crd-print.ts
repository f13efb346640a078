import { crdYaml } from '@kubemin/controller';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { chosenResources } from '../hub/chosen-resources.ts';
import { print } from '../output/printer.ts';

export interface PrintCrdsOptions {
  readonly resources: readonly string[];
}

/** Prints definitions of resources. */
export async function printCrds(context: CommandContext, options: PrintCrdsOptions): Promise<ExitCode> {
  const chosen = chosenResources(options.resources);
  const definitions = chosen.map(({ definition }) => definition);
  const yaml = crdYaml(chosen);
  if (context.output === 'yaml') context.terminal.out(yaml);
  else {
    const names = definitions.map(({ metadata }) => metadata.name ?? '');
    const data = context.output === 'jsonl' ? definitions : { apiVersion: 'v1', kind: 'List', items: definitions };
    await print(context, { data, table: yaml, names });
  }
  return ExitCode.ok;
}
