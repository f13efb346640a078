import type { PlatformClient } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { type QueueState, queueText } from '../runs/index.ts';
import { type CommandContext, ExitCode, LiveRegion, print } from '../terminal/index.ts';

export interface QueueOptions {
  readonly watch: boolean;
}

const LOOK_MS = 1_000;

/** Shows waiting runs and workers, once or until interrupted. */
export async function showQueue(context: CommandContext, { watch }: QueueOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  if (!watch) {
    await printQueue(context, await readQueueState(client));
    return ExitCode.ok;
  }
  const show = context.output === undefined && context.terminal.interactive ? inPlace(context) : asItChanges(context);
  const { interrupted, clock } = context;
  while (!interrupted.aborted) {
    await show(await readQueueState(client));
    await clock.sleep(LOOK_MS, interrupted);
  }
  return ExitCode.ok;
}

async function readQueueState(client: PlatformClient): Promise<QueueState> {
  const [queue, { workers }] = await Promise.all([client.metricsQueue(), client.metricsWorkers()]);
  return { ...queue, workers };
}

function printQueue(context: CommandContext, state: QueueState): Promise<void> {
  const { outStyle: style, translate, terminal } = context;
  return print(context, {
    data: state,
    table: queueText(state, { style, translate, width: terminal.outWidth() }),
    names: state.tasks.map(({ number }) => String(number)),
  });
}

function inPlace({ terminal, style, translate }: CommandContext): (state: QueueState) => void {
  const region = new LiveRegion(terminal);
  return (state) => {
    const lines = queueText(state, { style, translate, width: terminal.width() - 1 })
      .trimEnd()
      .split('\n');
    region.draw(lines.slice(0, terminal.height() - 1));
  };
}

/** Ages grow with every look; only what else changes is worth printing again. */
function asItChanges(context: CommandContext): (state: QueueState) => Promise<void> {
  let before = '';
  return async (state) => {
    const lasting = JSON.stringify({
      tasks: state.tasks.map(({ taskId, position, reason }) => ({ taskId, position, reason })),
      workers: state.workers.map(({ id, alive, inFlight }) => ({ id, alive, inFlight })),
    });
    if (lasting === before) return;
    before = lasting;
    await printQueue(context, state);
  };
}
