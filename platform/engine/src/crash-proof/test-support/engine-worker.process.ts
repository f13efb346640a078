// An instance of the engine that runs until it is killed. Argument: WorkerOptions as JSON. It sends `ready` when it has
// started, and cancels the tasks whose ids it is sent; it responds to each once that is stored or refused.

import { flushCompileCache } from 'node:module';
import { type Random, RetryableError, silentLogger, systemClock, systemRandom, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { openDatabase } from '@kubemin/sql';
import { createEngine } from '../../engine.ts';
import { builtinStepTypes } from '../../steps/step-types/builtin.ts';
import { RejectedError } from '../../task/operation.ts';
import { type ProbeScript, probeType } from '../../test-support/probe.ts';
import type { WorkerOptions } from './engine-worker.ts';
import { toEngineQueue } from './queue-choice.ts';

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
const random: Random = systemRandom;

const scripts: Readonly<Record<string, ProbeScript>> = {
  work: async ({ properties, clock, signal }) => {
    await clock.sleep(Number(properties.text), signal);
    return undefined;
  },
  flaky: async () => {
    if (random.next() < 0.5) throw new RetryableError(verbatim('not this time'), { code: 'FLAKY' });
    return undefined;
  },
  broken: () => Promise.reject(new TerminalError(verbatim('it never works'), { code: 'BROKEN' })),
  refused: () => Promise.reject(new RejectedError(verbatim('rejected by the test'), { code: 'REFUSED' })),
  hanging: () => new Promise(() => undefined),
};

process.on('disconnect', () => process.exit());

async function start(): Promise<void> {
  const engine = await createEngine({
    database: await openDatabase(options.databaseUrl),
    client: createKubeClient(httpTransport({ ...options.cluster, userAgent: options.executorId }).handler),
    renderer: createRenderer(builtinRenderRegistry),
    stepTypes: [...builtinStepTypes, probeType(scripts)],
    clock: systemClock,
    random,
    logger: silentLogger,
    executorId: options.executorId,
    settings: options.settings,
    ...(options.queue !== undefined && { queue: toEngineQueue(options.queue) }),
  });
  process.on('message', (taskId: string) => {
    const respond = (outcome: string): unknown => process.send?.({ taskId, outcome });
    engine.cancel(taskId, { reason: 'cancelled through a worker' }).then(
      () => respond('cancelled'),
      (error: Error) => respond('code' in error ? String(error.code) : error.message),
    );
  });
  await engine.start();
  process.send?.('ready');
  // Otherwise written at the end of the process, which is never a peaceful one.
  flushCompileCache();
}

// Errors after the start are not caught: an instance that exits unexpectedly is a finding.
await start().catch(() => process.exit(1));
