import { isRecord, TerminalError } from '@kubemin/base';
import type { PluginCall } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';
import { entryFunction } from './entry-functions.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The way to the parent: requests that it replies to, and lines for its log. */
export interface Parent {
  request(method: string, ...args: readonly unknown[]): Promise<unknown>;
  log(text: string): void;
  /** Aborts when the parent wants the run to end. */
  readonly signal: AbortSignal;
}

/** Runs a job, a step or a notifier to its end. */
export async function executeRun(plugin: Entry, call: PluginCall, parent: Parent): Promise<unknown> {
  const { invoke, read } = entryFunction(plugin, call);
  const { events, ...plain } = call.args;
  const context = { ...plain, ...contextFunctions(parent) };
  if (call.function === 'notifier.deliver') return invoke?.(events, context);
  if (call.function === 'job.run') return invoke?.(context);
  const reading = read(plain.properties);
  if (reading.kind === 'read') return invoke?.({ ...context, properties: reading.data });
  const problems = reading.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new TerminalError(pluginMessages.invalidProperties({ problems }), { code: 'STEP_PROPERTIES_WRONG' });
}

function contextFunctions({ request, log, signal }: Parent): Entry {
  return {
    signal,
    log: (text: unknown) => log(String(text)),
    fetch: (asked: unknown) => request('fetch', asked),
    report: (text: unknown) => request('report', String(text)),
    get: (kind: unknown, name: unknown) => request('get', plainKind(kind), String(name)),
    list: (kind: unknown) => request('list', plainKind(kind)),
    deliver: () => request('deliver'),
    write: async (effect: () => Promise<unknown>) => {
      await request('writeBegin');
      try {
        return await effect();
      } finally {
        await request('writeEnd');
      }
    },
  };
}

function plainKind(value: unknown): Entry {
  const { apiVersion, kind } = isRecord(value) ? value : {};
  return { apiVersion, kind };
}
