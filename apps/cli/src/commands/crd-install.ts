import { installDefinitions } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { chosenResources } from '../hub/chosen-resources.ts';
import { hubFailure } from '../hub/hub-failure.ts';
import { columnWords } from '../language/words/column.ts';
import { hubWords } from '../language/words/hub.ts';
import { printList } from '../output/printer.ts';
import { confirmForeign, selectCluster } from '../selected-cluster.ts';

export interface InstallCrdsOptions {
  readonly resources: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

const TOLD = { created: 'created', changed: 'changed', unchanged: 'unchanged' } as const;

/** Installs definitions of resources, and tells what that changed. */
export async function installCrds(context: CommandContext, options: InstallCrdsOptions): Promise<ExitCode> {
  const { clock, interrupted, language } = context;
  const chosen = chosenResources(options.resources);
  const access = await selectCluster(context, options);
  if (!(await confirmForeign(context, access))) return ExitCode.interrupted;
  const transport = httpTransport({ ...access });
  try {
    const client = createKubeClient(transport.handler);
    const installed = await installDefinitions(client, chosen, { clock, signal: interrupted });
    await printList(context, {
      items: installed,
      columns: [
        { title: columnWords[language].name, cell: ({ name }) => name },
        { title: columnWords[language].status, cell: ({ action }) => hubWords[language][TOLD[action]] },
      ],
      name: ({ name }) => name,
    });
    return ExitCode.ok;
  } catch (error) {
    throw hubFailure(error, access.server);
  } finally {
    transport.close();
  }
}
