import { TerminalError } from '@kubemin/base';
import {
  createContentStore,
  functions,
  functionWorkflows,
  isEnded,
  loadRunData,
  readWorkflowSpec,
  type StoredData,
  type WorkflowProblem,
  type WorkflowRun,
  workflowRuns,
} from '@kubemin/functions';
import type { KubeClient } from '@kubemin/kube';
import type { JsonObject, KubeObject } from '@kubemin/kubeapi';
import { workflowMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, formatDuration } from '../terminal/index.ts';
import { followObject } from './follow-object.ts';

/** Larger arguments are stored beside the run, as the outputs of its nodes are. */
const INLINE_BYTES = 32 * 1024;

/** All problems of a workflow in a cluster: what it calls and is not there is a warning. */
export async function checkWorkflow(
  client: KubeClient,
  object: KubeObject,
  { namespace, others }: { readonly namespace: string; readonly others: readonly string[] },
): Promise<readonly WorkflowProblem[]> {
  const names = async (list: Promise<{ readonly items: readonly KubeObject[] }>): Promise<readonly string[]> =>
    (await list).items.map(({ metadata }) => metadata.name ?? '');
  const [existing, workflows] = await Promise.all([
    names(client.resource(functions, namespace).list()),
    names(client.resource(functionWorkflows, namespace).list()),
  ]);
  const spec: unknown = Reflect.get(object, 'spec');
  const surroundings = { functions: new Set(existing), workflows: new Set([...workflows, ...others]) };
  return readWorkflowSpec(spec, { name: object.metadata.name, ...surroundings }).problems;
}

/** Starts a run. */
export async function startRun(
  { clock }: Pick<CommandContext, 'clock'>,
  client: KubeClient,
  { workflow, namespace, arguments: given }: RunRequest,
): Promise<WorkflowRun> {
  const { group, version, kind } = workflowRuns;
  const text = given === undefined ? '' : JSON.stringify(given);
  const content = createContentStore({ client, clock });
  const stored =
    Buffer.byteLength(text) > INLINE_BYTES ? await content.put(Buffer.from(text), { namespace }) : undefined;
  return client.resource(workflowRuns, namespace).create({
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { generateName: `${workflow}-`, namespace },
    spec: {
      workflow,
      ...(stored !== undefined && { argumentsFrom: stored }),
      ...(given !== undefined && stored === undefined && { arguments: given }),
    },
  });
}

export interface RunRequest {
  readonly workflow: string;
  readonly namespace: string;
  /** Undefined: the start arguments of the workflow. */
  readonly arguments: JsonObject | undefined;
}

/** Follows a run until it has ended, and prints each node that was completed. */
export async function followWorkflowRun(
  context: CommandContext,
  client: KubeClient,
  started: WorkflowRun,
): Promise<WorkflowRun> {
  const { terminal, style } = context;
  let printed = 0;
  const ended = await followObject(context, { client, type: workflowRuns, object: started }, (run) => {
    const completed = (run.status?.steps ?? []).filter(({ step }) => step > printed);
    for (const step of completed) {
      const mark = step.error === undefined ? style.green('✓') : style.red('✗');
      const time = formatDuration(Date.parse(step.endedAt) - Date.parse(step.startedAt));
      const error = step.error === undefined ? '' : ` ${step.error.type}: ${step.error.message}`;
      terminal.err(`${mark} ${step.node} ${time}${error}\n`);
      printed = step.step;
    }
    return isEnded(run);
  });
  if (ended !== undefined) return ended;
  const { name = '' } = started.metadata;
  throw new CliError(workflowMessages.goesOn({ name }), {
    code: 'RUN_GOES_ON',
    exitCode: context.interrupted.aborted ? ExitCode.interrupted : ExitCode.waitTimedOut,
    hint: workflowMessages.showLater({ name }),
  });
}

/** Loads data of a run, wherever it is stored; undefined for what is no longer there. */
export async function loadData(
  { clock, interrupted: signal }: Pick<CommandContext, 'clock' | 'interrupted'>,
  client: KubeClient,
  run: WorkflowRun,
  stored: StoredData | undefined,
): Promise<JsonObject | undefined> {
  if (stored === undefined) return undefined;
  const namespace = run.metadata.namespace ?? '';
  try {
    return await loadRunData(stored, { content: createContentStore({ client, clock }), namespace, signal });
  } catch (error) {
    if (error instanceof TerminalError && error.code === 'CONTENT_MISSING') return undefined;
    throw error;
  }
}
