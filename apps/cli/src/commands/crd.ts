import { TerminalError } from '@kubemin/base';
import { type CustomResource, crdYaml, installDefinitions, ResourceSet } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { FIRST_USER, initialise, initialObjects, initialResources, sampleResources } from '@kubemin/samples';
import { confirmForeign, selectCluster } from '../connection/index.ts';
import { columnMessages, hubMessages, initialMessages } from '../messages/index.ts';
import { readObjects, toCommandError } from '../pods/index.ts';
import { hubFailure } from '../settings/index.ts';
import { CliError, type CommandContext, ExitCode, print, printList, readInput } from '../terminal/index.ts';

interface InitCrdsOptions {
  readonly files: readonly string[];
  readonly passwordFile: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Creates the initial objects of a server, and prints what changed. */
export async function initCrds(context: CommandContext, options: InitCrdsOptions): Promise<ExitCode> {
  const { clock, random, interrupted: signal, translate } = context;
  const objects = await chosenObjects(context, options);
  const access = await selectCluster(context, options);
  if (!(await confirmForeign(context, access))) return ExitCode.interrupted;
  const transport = httpTransport({ ...access });
  try {
    const client = createKubeClient(transport.handler);
    const definitions = await installDefinitions(client, initialResources, { clock, signal });
    const done = await initialise(client, objects, { random, signal });
    await printList(context, {
      items: [...definitions.map((each) => ({ ...each, namespace: undefined })), ...done],
      columns: [
        { title: translate(columnMessages.namespace), cell: ({ namespace = '' }) => namespace },
        { title: translate(columnMessages.name), cell: ({ name }) => name },
        { title: translate(columnMessages.status), cell: ({ action }) => translate(hubMessages[action]) },
      ],
      name: ({ name }) => name,
    });
    return ExitCode.ok;
  } catch (error) {
    throw writtenWrongly(error) ?? toCommandError(hubFailure(error, access.server));
  } finally {
    transport.close();
  }
}

async function chosenObjects(
  context: CommandContext,
  { files, passwordFile }: InitCrdsOptions,
): Promise<readonly KubeObject[]> {
  if (files.length > 0) {
    if (passwordFile !== undefined) throw passwordElsewhere();
    return (await readObjects(context, files)).objects.map(({ object }) => object);
  }
  if (passwordFile === undefined) return initialObjects;
  // Editors append a line break to files.
  const password = (await readInput(context, passwordFile)).text.replace(/\r?\n$/, '');
  return initialObjects.map((object) =>
    object.kind === 'User' && object.metadata.name === FIRST_USER
      ? { ...object, spec: { ...object.spec, password } }
      : object,
  );
}

const HINTS = { INITIAL_KIND_UNKNOWN: 'applyOthers', PASSWORD_INVALID: 'fixPassword' } as const;

/** What is wrong with the objects themselves: nothing was applied. */
function writtenWrongly(cause: unknown): CliError | undefined {
  if (!(cause instanceof TerminalError)) return undefined;
  const [, hint] = Object.entries(HINTS).find(([code]) => code === cause.code) ?? [];
  if (hint === undefined) return undefined;
  const words = initialMessages[hint];
  return new CliError(cause.text, { code: cause.code, exitCode: ExitCode.invalid, hint: words, cause });
}

function passwordElsewhere(): CliError {
  return new CliError(initialMessages.passwordElsewhere, {
    code: 'PASSWORD_ELSEWHERE',
    exitCode: ExitCode.usage,
    hint: initialMessages.writePassword,
  });
}

interface InstallCrdsOptions {
  readonly resources: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

const ACTION_MESSAGES = { created: 'created', changed: 'changed', unchanged: 'unchanged' } as const;

/** Installs definitions of resources, and prints what changed. */
export async function installCrds(context: CommandContext, options: InstallCrdsOptions): Promise<ExitCode> {
  const { clock, interrupted, translate } = context;
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
        { title: translate(columnMessages.name), cell: ({ name }) => name },
        {
          title: translate(columnMessages.status),
          cell: ({ action }) => translate(hubMessages[ACTION_MESSAGES[action]]),
        },
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

interface PrintCrdsOptions {
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

/** The resources of these names; all when none is given. Throws a CliError for a name that none has. */
function chosenResources(names: readonly string[]): readonly CustomResource[] {
  const all = ResourceSet.of(...sampleResources);
  if (names.length === 0) return [...all];
  return names.map((name) => {
    const found = all.find(name);
    if (found !== undefined) return found;
    throw new CliError(hubMessages.unknownResource({ name, known: all.names().join(', ') }), {
      code: 'RESOURCE_UNKNOWN',
      exitCode: ExitCode.notFound,
      hint: hubMessages.listResources,
    });
  });
}
