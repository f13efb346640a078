import { isRecord, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { PluginCall } from '../description/index.ts';
import { entryFunction, type Issue } from './entry-functions.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Asks the parent, which waits, for something that the context of the call has. */
export type Ask = (name: string, ...args: readonly unknown[]) => unknown;

/** The functions of the contexts, by call: each becomes a question to the parent. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'trait.check': ['sourceKeys', 'endpoint', 'trait'],
  'type.check': ['sourceKeys', 'endpoint', 'trait'],
  'trait.render': ['findService', 'nested'],
  'type.render': ['pod'],
  'gateway.objects': ['service'],
};

/** Executes a pure call: reads the data by the plug-in's schema, calls the function, returns plain data. */
export function executePureCall(plugin: Entry, call: PluginCall, ask: Ask): unknown {
  const { name } = entryFunction(plugin, call);
  switch (name) {
    case 'check':
      return check(plugin, call, ask);
    case 'checkChange':
      return checkChange(plugin, call);
    case 'objects':
      return gatewayObjects(plugin, call, ask);
    case 'serves':
      return invokeOn(plugin, call, call.args.data);
    default:
      return render(plugin, call, ask);
  }
}

interface Finding extends Issue {
  readonly code: string;
  readonly fix?: string | undefined;
  readonly severity?: unknown;
}

function check(plugin: Entry, call: PluginCall, ask: Ask): readonly Finding[] {
  const { invoke, read } = entryFunction(plugin, call);
  const reading = read(call.args.data);
  if (reading.kind === 'refused') return reading.issues.map((issue) => ({ ...issue, code: 'INVALID_VALUE' }));
  const found: Finding[] = [];
  const context = { ...withAsked(call, call.args.context, ask), report: collectInto(found) };
  invoke?.(reading.data, context);
  return found;
}

function checkChange(plugin: Entry, call: PluginCall): readonly Finding[] {
  const { invoke, read } = entryFunction(plugin, call);
  const [previous, next] = [call.args.previous, call.args.next].map((data) => {
    const reading = data === undefined ? undefined : read(data);
    return reading?.kind === 'read' ? reading.data : undefined;
  });
  const found: Finding[] = [];
  invoke?.(previous, next, { ...asRecord(call.args.context), report: collectInto(found) });
  return found;
}

function collectInto(found: Finding[]) {
  return (finding: unknown): void => {
    const { path, code, message, fix, severity } = asRecord(finding);
    found.push({
      path: Array.isArray(path) ? path : [],
      code: typeof code === 'string' ? code : 'INVALID_VALUE',
      message: plainText(message) ?? '',
      fix: plainText(fix),
      ...(severity !== undefined && { severity }),
    });
  };
}

/** A text, or a message of a catalogue, as English. */
function plainText(text: unknown): string | undefined {
  const value = typeof text === 'function' ? text() : text;
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value.message === 'string' ? value.message : undefined;
}

function render(plugin: Entry, call: PluginCall, ask: Ask): unknown {
  const context = asRecord(call.args.context);
  const component = asRecord(context.component);
  const isType = call.function.startsWith('type.');
  const data = readOrThrow(plugin, call, isType ? component.properties : context.data);
  const own = isType ? { component: { ...component, properties: data } } : { data };
  return entryFunction(plugin, call).invoke?.({ ...withAsked(call, context, ask), ...own });
}

function gatewayObjects(plugin: Entry, call: PluginCall, ask: Ask): unknown {
  const refusals: object[] = [];
  const refuse = (path: unknown, reason: unknown): void => {
    refusals.push({ path: Array.isArray(path) ? path : [], message: plainText(reason) ?? '' });
  };
  const context = { ...withAsked(call, call.args.context, ask), refuse };
  return { objects: entryFunction(plugin, call).invoke?.(context), refusals };
}

function invokeOn(plugin: Entry, call: PluginCall, data: unknown): unknown {
  return entryFunction(plugin, call).invoke?.(readOrThrow(plugin, call, data));
}

function readOrThrow(plugin: Entry, call: PluginCall, data: unknown): unknown {
  const reading = entryFunction(plugin, call).read(data);
  if (reading.kind === 'read') return reading.data;
  const [first] = reading.issues;
  throw new TerminalError(verbatim(`${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`), {
    code: 'PLUGIN_DATA_INVALID',
  });
}

function withAsked(call: PluginCall, context: unknown, ask: Ask): Entry {
  const asked = (ASKED[call.function] ?? []).map((name) => [name, (...args: readonly unknown[]) => ask(name, ...args)]);
  return { ...asRecord(context), ...Object.fromEntries(asked) };
}

function asRecord(value: unknown): Entry {
  return isRecord(value) ? value : {};
}
