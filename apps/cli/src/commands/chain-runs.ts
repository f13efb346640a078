import { type StepRecord, type StoredData, type WorkflowRun, workflowRuns } from '@kubemin/functions';
import type { KubeClient } from '@kubemin/kube';
import type { JsonObject } from '@kubemin/kubeapi';
import { type FunctionOptions, loadData, withFunctions } from '../functions/index.ts';
import { columnMessages, workflowMessages } from '../messages/index.ts';
import { DEFAULT_NAMESPACE } from '../pods/index.ts';
import {
  CliError,
  type Column,
  type CommandContext,
  ExitCode,
  formatDuration,
  print,
  printList,
  tableText,
  toTable,
} from '../terminal/index.ts';

interface ListChainRunsOptions extends FunctionOptions {
  readonly name: string | undefined;
}

/** `kubemin chain runs`: the newest first. */
export async function listChainRuns(context: CommandContext, options: ListChainRunsOptions): Promise<ExitCode> {
  const { translate, interrupted: signal } = context;
  return withFunctions(context, options, async (client) => {
    const { items } = await client.resource(workflowRuns, options.namespace).list({ signal });
    const wanted = items.filter(({ spec }) => options.name === undefined || spec.workflow === options.name);
    await printList(context, {
      items: wanted.toSorted((one, other) => startedAt(other).localeCompare(startedAt(one))),
      columns: [
        { title: translate(columnMessages.name), cell: ({ metadata }) => metadata.name ?? '' },
        { title: translate(workflowMessages.workflow), cell: ({ spec }) => spec.workflow },
        { title: translate(workflowMessages.phase), cell: ({ status }) => status?.phase ?? '' },
        { title: translate(workflowMessages.node), cell: ({ status }) => status?.current?.[0]?.node ?? '' },
        { title: translate(workflowMessages.steps), cell: ({ status }) => String(status?.stepCount ?? 0) },
        { title: translate(columnMessages.duration), cell: (run) => runDuration(run, context) },
        { title: translate(columnMessages.message), cell: ({ status }) => status?.error?.message ?? '', wide: true },
      ],
      name: ({ metadata }) => metadata.name ?? '',
      empty: translate(workflowMessages.noRuns),
    });
    return ExitCode.ok;
  });
}

function startedAt({ metadata }: WorkflowRun): string {
  return String(metadata.creationTimestamp ?? '');
}

function runDuration({ status }: WorkflowRun, { clock }: Pick<CommandContext, 'clock'>): string {
  if (status?.startedAt === undefined) return '';
  const end = status.endedAt === undefined ? clock.now() : Date.parse(status.endedAt);
  return formatDuration(end - Date.parse(status.startedAt));
}

interface ShowChainRunOptions extends FunctionOptions {
  readonly run: string;
}

/** One node of a run as it is shown. */
interface ShownStep {
  readonly step: number;
  readonly node: string;
  readonly type: string;
  readonly duration: string;
  readonly attempts: number;
  readonly input: JsonObject | undefined;
  /** Undefined where the node has changed nothing, or has not completed. */
  readonly output: JsonObject | undefined;
  /** Instead of the output. */
  readonly note: string | undefined;
}

/** `kubemin chain show`: each node with its input and output. */
export async function showChainRun(context: CommandContext, options: ShowChainRunOptions): Promise<ExitCode> {
  const { run: name, namespace = DEFAULT_NAMESPACE } = options;
  const { translate, interrupted: signal, terminal, output = 'table' } = context;
  return withFunctions(context, options, async (client) => {
    const run = await client.resource(workflowRuns, namespace).find(name, { signal });
    if (run === undefined) {
      await client.resource(workflowRuns, namespace).list({ limit: 1, signal });
      throw new CliError(workflowMessages.runNotFound({ name, namespace }), {
        code: 'RUN_NOT_FOUND',
        exitCode: ExitCode.notFound,
        hint: workflowMessages.listRuns,
      });
    }
    const steps = [...(await completedSteps(context, client, run)), ...(await openSteps(context, client, run))];
    const result = await loadData(context, client, run, run.status?.result);
    if (output !== 'table' && output !== 'wide') {
      await print(context, { data: { ...summary(run), steps, result }, table: '', names: [name] });
      return ExitCode.ok;
    }
    const { phase = 'Pending', error, droppedSteps = 0 } = run.status ?? {};
    terminal.out(`${translate(workflowMessages.runTitle({ name, phase, workflow: run.spec.workflow }))}\n`);
    if (droppedSteps > 0) terminal.out(`${translate(workflowMessages.dropped({ count: droppedSteps }))}\n`);
    const width = output === 'wide' ? undefined : terminal.outWidth();
    terminal.out(tableText(toTable({ items: steps, columns: stepColumns(context) }), output, width));
    if (error !== undefined) terminal.out(`${[error.node, error.type, error.message].filter(Boolean).join(': ')}\n`);
    if (result !== undefined) terminal.out(`${translate(workflowMessages.result)} ${JSON.stringify(result)}\n`);
    return ExitCode.ok;
  });
}

function summary({ metadata: { name, namespace }, spec, status }: WorkflowRun): object {
  const { phase, startedAt: start, endedAt, error } = status ?? {};
  return { name, namespace, workflow: spec.workflow, phase, startedAt: start, endedAt, error };
}

function stepColumns({ translate }: CommandContext): readonly Column<ShownStep>[] {
  const unchanged = translate(workflowMessages.unchanged);
  return [
    { title: translate(workflowMessages.step), cell: ({ step }) => String(step) },
    { title: translate(workflowMessages.node), cell: ({ node }) => node },
    { title: translate(columnMessages.type), cell: ({ type }) => type },
    { title: translate(columnMessages.duration), cell: ({ duration }) => duration },
    { title: translate(workflowMessages.attempts), cell: ({ attempts }) => String(attempts) },
    {
      title: translate(workflowMessages.input),
      cell: ({ input }) => (input === undefined ? '' : JSON.stringify(input)),
    },
    {
      title: translate(workflowMessages.output),
      cell: ({ output, note }) => note ?? (output === undefined ? unchanged : JSON.stringify(output)),
    },
  ];
}

async function completedSteps(
  context: CommandContext,
  client: KubeClient,
  run: WorkflowRun,
): Promise<readonly ShownStep[]> {
  const records = run.status?.steps ?? [];
  return Promise.all(
    records.map(async (record) => {
      const { step, node, type, attempts, error } = record;
      const [input, output] = await Promise.all(
        [inputOf(record, records), record.output].map((stored) => loadData(context, client, run, stored)),
      );
      const lost = record.output !== undefined && output === undefined;
      const note =
        error === undefined
          ? lost
            ? context.translate(workflowMessages.collected)
            : undefined
          : `${error.type}: ${error.message}`;
      const duration = formatDuration(Date.parse(record.endedAt) - Date.parse(record.startedAt));
      return { step, node, type, duration, attempts, input, output, note };
    }),
  );
}

/** A node whose input is the output of another one refers to it. */
function inputOf({ input, inputFrom }: StepRecord, records: readonly StepRecord[]): StoredData | undefined {
  return input ?? records.find(({ step }) => step === inputFrom)?.output;
}

/** The nodes that are executed now. */
async function openSteps(context: CommandContext, client: KubeClient, run: WorkflowRun): Promise<readonly ShownStep[]> {
  const { clock, translate } = context;
  return Promise.all(
    (run.status?.current ?? []).map(async ({ step, node, startedAt: start, attempt, data, error }) => ({
      ...{ step, node, type: '', attempts: attempt, output: undefined },
      duration: formatDuration(clock.now() - Date.parse(start)),
      input: await loadData(context, client, run, data),
      note:
        error === undefined
          ? translate(workflowMessages.running)
          : translate(workflowMessages.waitsToRetry({ text: error.message })),
    })),
  );
}
