import type { Message } from '@kubemin/base/message';
import { functionWorkflows, isRunnable, type WorkflowProblem, type WorkflowRun } from '@kubemin/functions';
import type { KubeClient } from '@kubemin/kube';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { Problem } from '@kubemin/model';
import { confirmForeign } from '../connection/index.ts';
import { showNotes } from '../documents/index.ts';
import {
  checkWorkflow,
  type FunctionOptions,
  followWorkflowRun,
  loadData,
  startRun,
  withFunctions,
} from '../functions/index.ts';
import { functionMessages, workflowMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE, type NamedObject, namedObject, readObjects } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, formatProblems, nextCommands, print } from '../terminal/index.ts';
import { readArguments } from './fn-invoke.ts';

const FIELD_MANAGER = 'kubemin-chain';

interface DeployChainOptions extends FunctionOptions {
  readonly file: string;
}

/** `kubemin chain deploy`: all workflows of a file, or none. */
export async function deployChain(context: CommandContext, options: DeployChainOptions): Promise<ExitCode> {
  const { file } = options;
  const { terminal, translate, style } = context;
  const { objects, notCarried } = await readObjects(context, [file]);
  showNotes(context, notCarried);
  const other = objects.find(({ object }) => object.kind !== functionWorkflows.kind)?.object;
  if (other !== undefined) throw notWorkflow(other.metadata.name ?? '', other.kind);
  if (objects.length === 0)
    throw invalid('NO_WORKFLOW', workflowMessages.noWorkflow({ file }), workflowMessages.writeWorkflow);
  return withFunctions(context, options, async (client, access) => {
    const workflows = objects.map(({ object }) => namedObject(client, object, options.namespace));
    await requireValid(context, client, workflows);
    if (!(await confirmForeign(context, access))) return ExitCode.interrupted;
    for (const { name, object, objects: resource } of workflows) {
      await resource.patch(name, { type: 'apply', body: object, force: true }, { fieldManager: FIELD_MANAGER });
      terminal.err(`${style.green('✓')} ${translate(workflowMessages.deployed({ name }))}\n`);
    }
    const names = workflows.map(({ name }) => name);
    await print(context, {
      data: workflows.map(({ name, namespace }) => ({ name, namespace })),
      table: names.map((name) => `${name}\n`).join(''),
      names,
    });
    const invoke = `kubemin chain invoke ${names.at(-1)}`;
    terminal.err(nextCommands(context, [[invoke, translate(workflowMessages.callIt)]]));
    return ExitCode.ok;
  });
}

/** Prints all problems of all workflows. Throws a CliError when one of them is an error. */
async function requireValid(
  context: CommandContext,
  client: KubeClient,
  workflows: readonly NamedObject[],
): Promise<void> {
  const { terminal, translate, style } = context;
  const others = workflows.map(({ name }) => name);
  let wrong: { readonly name: string; readonly count: number } | undefined;
  for (const { name, namespace = DEFAULT_NAMESPACE, object } of workflows) {
    const problems = await checkWorkflow(client, object, { namespace, others });
    const shown = problems.map((each) => toProblem(each, context));
    terminal.alert(formatProblems(shown, { style, translate, fileName: name }));
    if (isRunnable(problems)) continue;
    wrong ??= { name, count: problems.filter(({ severity }) => severity === 'error').length };
  }
  if (wrong !== undefined)
    throw invalid('WORKFLOW_INVALID', workflowMessages.invalid(wrong), workflowMessages.fixProblems);
}

function toProblem({ path, code, severity, message }: WorkflowProblem, { translate }: CommandContext): Problem {
  return { path, code, severity, message: translate(message) };
}

interface InvokeChainOptions extends FunctionOptions {
  readonly name: string;
  readonly data: string | undefined;
  readonly async: boolean;
}

/** `kubemin chain invoke`: the result to stdout, the nodes as they complete to stderr. */
export async function invokeChain(context: CommandContext, options: InvokeChainOptions): Promise<ExitCode> {
  const { name: workflow, namespace = DEFAULT_NAMESPACE } = options;
  const { terminal, translate } = context;
  const given = options.data === undefined ? undefined : toObject(await readArguments(context, options.data));
  return withFunctions(context, options, async (client) => {
    const found = await client.resource(functionWorkflows, namespace).find(workflow);
    if (found === undefined) {
      // A cluster without the definitions has no workflows either; the list fails with that.
      await client.resource(functionWorkflows, namespace).list({ limit: 1 });
      throw missing(workflowMessages.notFound({ name: workflow, namespace }), workflowMessages.listWorkflows);
    }
    const started = await startRun(context, client, { workflow, namespace, arguments: given });
    const { name = '' } = started.metadata;
    terminal.err(`${translate(workflowMessages.started({ name }))}\n`);
    if (options.async) {
      await print(context, { data: { name, namespace }, table: `${name}\n`, names: [name] });
      terminal.err(`${translate(workflowMessages.showIt({ name }))}\n`);
      return ExitCode.ok;
    }
    const ended = await followWorkflowRun(context, client, started);
    refuseFailed(ended);
    const result = (await loadData(context, client, ended, ended.status?.result)) ?? {};
    await print(context, { data: result, table: `${JSON.stringify(result, null, 2)}\n`, names: [name] });
    return ExitCode.ok;
  });
}

function refuseFailed({ metadata: { name = '' }, status }: WorkflowRun): void {
  if (status?.phase === 'Succeeded') return;
  const details = { code: 'RUN_FAILED', exitCode: ExitCode.failed, hint: workflowMessages.showIt({ name }) };
  if (status?.phase === 'Cancelled') throw new CliError(workflowMessages.cancelled({ name }), details);
  const { type = 'Error', message: text = '', node } = status?.error ?? {};
  const failure =
    node === undefined
      ? workflowMessages.failed({ name, type, text })
      : workflowMessages.failedAt({ name, node, type, text });
  throw new CliError(failure, details);
}

function toObject(text: string): JsonObject {
  const value: JsonValue = JSON.parse(text);
  if (isJsonObject(value)) return value;
  throw invalid('ARGUMENTS_INVALID', workflowMessages.argumentsNotObject, functionMessages.writeJson);
}

function notWorkflow(name: string, kind: string): CliError {
  return invalid('NOT_A_WORKFLOW', workflowMessages.notWorkflow({ name, kind }), workflowMessages.applyOthers);
}

function invalid(code: string, text: Message, hint: Message): CliError {
  return new CliError(text, { code, exitCode: ExitCode.invalid, hint });
}

function missing(text: Message, hint: Message): CliError {
  return new CliError(text, { code: 'WORKFLOW_NOT_FOUND', exitCode: ExitCode.notFound, hint });
}
