import { Worker } from 'node:worker_threads';
import type { Clock, Logger } from '@kubemin/base';
import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { pluginMessages } from '../messages/index.ts';
import type { ThreadData } from '../thread/index.ts';

/** The program that a thread runs: a file that calls `runPluginThread`, and its arguments. */
export interface ThreadEntry {
  readonly file: string | URL;
  readonly argv: readonly string[];
}

/** What plug-ins may take. */
export interface PluginLimits {
  /** The heap of each thread. */
  readonly heapMegabytes: number;
  /** How long loading a module may take. */
  readonly loadMs: number;
  /** How long a pure call may take; this process waits for it. */
  readonly callMs: number;
  /** How long a job may block its thread. */
  readonly stallMs: number;
  /** How long a job may go on after it was asked to end. */
  readonly graceMs: number;
}

export const DEFAULT_PLUGIN_LIMITS: PluginLimits = {
  heapMegabytes: 128,
  loadMs: 10_000,
  callMs: 2_000,
  stallMs: 10_000,
  graceMs: 1_000,
};

/** What threads of a plug-in are started with. */
export interface ThreadOptions {
  readonly entry: ThreadEntry;
  readonly limits: PluginLimits;
  /** The environment variables that plug-ins see. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts a thread. What the plug-in prints goes to the log. It does not keep the process alive. */
export function startThread(plugin: string, data: ThreadData, { entry, limits, env, logger }: ThreadOptions): Worker {
  const worker = new Worker(entry.file, {
    name: plugin,
    argv: [...entry.argv],
    env: { ...env },
    workerData: data,
    transferList: data.calls === undefined ? [] : [data.calls.port],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  worker.stdout.setEncoding('utf8').on('data', (text: string) => logger.info(text.trimEnd(), { plugin }));
  worker.stderr.setEncoding('utf8').on('data', (text: string) => logger.warn(text.trimEnd(), { plugin }));
  worker.unref();
  return worker;
}

/** Why a thread ended by an error. */
export function threadFault(error: unknown, { heapMegabytes }: PluginLimits): Message {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return pluginMessages.outOfMemory({ megabytes: heapMegabytes });
  return pluginMessages.threw({ reason: error instanceof Error ? error.message : String(error) });
}

/** The error of an entry of a plug-in. */
export function pluginError(plugin: string, entry: string, reason: Message): TerminalError {
  return new TerminalError(pluginMessages.failed({ plugin, entry, reason }), { code: 'PLUGIN_FAILED' });
}
