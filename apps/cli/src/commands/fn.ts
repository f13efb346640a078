import { type FunctionObject, functions } from '@kubemin/functions';
import { ignoreNotFound } from '@kubemin/kubeapi';
import { confirmForeign, foreignPlace } from '../connection/index.ts';
import { type FunctionOptions, getFunction, withFunctions } from '../functions/index.ts';
import { columnMessages, functionMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE } from '../pods/index.ts';
import { CliError, type CommandContext, confirm, ExitCode, printList, type Translate } from '../terminal/index.ts';
import { refuseRange } from './fn-deploy.ts';

/** `kubemin fn ls`: the functions of a namespace, or all. */
export async function listFunctions(context: CommandContext, options: FunctionOptions): Promise<ExitCode> {
  const { translate, interrupted: signal } = context;
  return withFunctions(context, options, async (client) => {
    const { items } = await client.resource(functions, options.namespace).list({ signal });
    await printList(context, {
      items,
      columns: [
        { title: translate(columnMessages.namespace), cell: ({ metadata }) => metadata.namespace ?? '' },
        { title: translate(columnMessages.name), cell: ({ metadata }) => metadata.name ?? '' },
        { title: translate(functionMessages.runtime), cell: ({ spec }) => spec.runtime },
        { title: translate(functionMessages.ready), cell: (each) => readyText(each, translate) },
        {
          title: translate(functionMessages.instances),
          cell: ({ status }) =>
            `${status?.readyInstances ?? 0}/${status?.scaling?.instances ?? status?.instances ?? 0}`,
        },
        { title: translate(functionMessages.url), cell: ({ status }) => status?.url ?? '' },
      ],
      name: ({ metadata }) => metadata.name ?? '',
      empty: translate(functionMessages.none),
    });
    return ExitCode.ok;
  });
}

const READY_TEXTS = { True: 'isReady', False: 'isNotReady', Unknown: 'isStarting' } as const;

/** Whether calls are served; a new revision may be tried meanwhile, or have failed. */
function readyText({ status }: FunctionObject, translate: Translate): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? 'Unknown';
  return translate(functionMessages[READY_TEXTS[ready]]);
}

interface ScaleFunctionOptions extends FunctionOptions {
  readonly name: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly policy: 'waterLevel' | 'concurrency' | undefined;
  readonly profile: 'default' | 'demo' | undefined;
}

/** `kubemin fn scale`: what is not given stays as it is. */
export async function scaleFunction(context: CommandContext, options: ScaleFunctionOptions): Promise<ExitCode> {
  const { name, namespace = DEFAULT_NAMESPACE, min, max, policy, profile } = options;
  const { terminal, translate, interrupted: signal } = context;
  const wanted = Object.fromEntries(
    Object.entries({ min, max, policy, profile }).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(wanted).length === 0) throw nothingToScale();
  return withFunctions(context, options, async (client, access) => {
    const resource = client.resource(functions, namespace);
    const before = await getFunction(context, client, { name, namespace });
    refuseRange({ min: min ?? before.spec.scaling?.min, max: max ?? before.spec.scaling?.max });
    if (!(await confirmForeign(context, access))) return ExitCode.interrupted;
    await resource.patch(name, { type: 'merge', body: { spec: { scaling: wanted } } }, { signal });
    terminal.err(`${translate(functionMessages.scaled({ name }))}\n`);
    return ExitCode.ok;
  });
}

function nothingToScale(): CliError {
  return new CliError(functionMessages.nothingToScale, {
    code: 'NOTHING_TO_SCALE',
    exitCode: ExitCode.usage,
    hint: functionMessages.giveScale,
  });
}

interface RemoveFunctionsOptions extends FunctionOptions {
  readonly names: readonly string[];
}

/** `kubemin fn rm`: all names are looked for before one is deleted. */
export async function removeFunctions(context: CommandContext, options: RemoveFunctionsOptions): Promise<ExitCode> {
  const { names, namespace = DEFAULT_NAMESPACE } = options;
  const { terminal, translate, interrupted: signal } = context;
  return withFunctions(context, options, async (client, access) => {
    const resource = client.resource(functions, namespace);
    for (const name of names) await getFunction(context, client, { name, namespace });
    const place = foreignPlace(access);
    const consequence = functionMessages.willRemove({ names: names.join(', '), ...(place !== undefined && { place }) });
    if (!(await confirm(context, { consequence }))) return ExitCode.interrupted;
    for (const name of names) {
      await ignoreNotFound(resource.delete(name, { signal }));
      terminal.err(`${translate(functionMessages.removed({ name }))}\n`);
    }
    return ExitCode.ok;
  });
}
