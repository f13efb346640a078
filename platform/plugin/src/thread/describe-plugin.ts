import { isRecord, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { CONTRACT } from '../contract/index.ts';
import { type PluginDescription, readPluginDescription } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';

type Entry = Readonly<Record<string, unknown>>;

const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,62}$/;
const ENTRY_NAME = /^[a-z][A-Za-z0-9_-]{0,62}$/;

/** Describes what a module exports as its plug-in. Throws a TerminalError PLUGIN_INVALID that states what is wrong with it. */
export function describePlugin(exported: unknown): PluginDescription {
  if (!isRecord(exported)) throw invalid(pluginMessages.noDefaultExport);
  const { contract, name, version } = exported;
  if (contract !== CONTRACT) {
    throw invalid(pluginMessages.wrongContract({ given: JSON.stringify(contract) ?? 'undefined', known: CONTRACT }));
  }
  expectThat(typeof name === 'string' && PLUGIN_NAME.test(name), 'name', pluginMessages.expectsName);
  expectThat(typeof version === 'string' && version !== '', 'version', pluginMessages.expectsText);
  const described = readPluginDescription(
    plainCopy({
      contract,
      name,
      version,
      traits: describeEntries(exported, 'traits', (entry, at) => ({
        ...summarized(entry, at),
        ...oneOf(entry, `${at}.scope`, ['container', 'workload', 'component']),
        schema: describeSchema(entry.schema, `${at}.schema`),
        functions: presentFunctions(entry, at, ['render'], ['check', 'checkChange', 'decorate']),
      })),
      componentTypes: describeEntries(exported, 'componentTypes', (entry, at) => ({
        ...summarized(entry, at),
        ...oneOf(entry, `${at}.image`, ['required', 'none'], 'required'),
        ...oneOf(entry, `${at}.runs`, ['for-ever', 'to-completion']),
        scales: entry.scales === true,
        properties: describeObjectSchema(entry.properties, `${at}.properties`),
        functions: presentFunctions(entry, at, ['render'], ['check', 'serves']),
      })),
      jobTypes: describeEntries(exported, 'jobTypes', (entry, at) => ({
        resource: describeResource(entry.resource, `${at}.resource`),
        ...oneOf(entry, `${at}.priority`, [0, 1, 10, 20], 'required'),
        ...oneOf(entry, `${at}.prune`, ['run', 'component', 'never']),
        ...timeLimit(entry),
        functions: presentFunctions(entry, at, [], ['run']),
      })),
      stepTypes: describeEntries(exported, 'stepTypes', (entry, at) => ({
        ...summarized(entry, at),
        ...oneOf(entry, `${at}.components`, ['required', 'optional', 'none']),
        ...oneOf(entry, `${at}.priority`, [0, 1, 10, 20]),
        ...oneOf(entry, `${at}.retries`, ['transient', 'never']),
        ...timeLimit(entry),
        outputs: Array.isArray(entry.outputs) ? entry.outputs.map(String) : undefined,
        schema: describeObjectSchema(entry.schema, `${at}.schema`),
        functions: presentFunctions(entry, at, ['run'], ['check']),
      })),
      gateways: describeEntries(exported, 'gateways', (entry, at) => ({
        ...summarized(entry, at),
        functions: presentFunctions(entry, at, ['objects'], []),
      })),
      notifiers: describeEntries(exported, 'notifiers', (entry, at) => ({
        ...summarized(entry, at),
        functions: presentFunctions(entry, at, ['deliver'], []),
      })),
    }),
  );
  expectThat(described !== undefined, 'wording', pluginMessages.expectsObject);
  return described;
}

/** A schema of the plug-in's copy of zod has the same form as one of ours; plain data is a JSON Schema. */
export function isZodSchema(schema: unknown): schema is z.ZodType {
  return isRecord(schema) && isRecord(schema._zod) && typeof schema.safeParse === 'function';
}

function describeEntries(plugin: Entry, list: string, describe: (entry: Entry, at: string) => object) {
  const entries = plugin[list] ?? {};
  expectThat(isRecord(entries), list, pluginMessages.expectsObject);
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const at = `${list}.${name}`;
      expectThat(ENTRY_NAME.test(name), at, pluginMessages.expectsEntryName);
      expectThat(isRecord(entry), at, pluginMessages.expectsObject);
      return [name, describe(entry, at)];
    }),
  );
}

function summarized({ summary, wording }: Entry, at: string) {
  expectThat(typeof summary === 'string' && summary !== '', `${at}.summary`, pluginMessages.expectsText);
  return { summary, wording };
}

function oneOf(entry: Entry, at: string, choices: readonly (string | number)[], need?: 'required') {
  const key = at.split('.').at(-1) ?? '';
  const value = entry[key];
  const isValid = (value === undefined && need === undefined) || choices.some((each) => each === value);
  expectThat(isValid, at, pluginMessages.expectsOneOf({ choices: choices.map(String) }));
  return { [key]: value };
}

function timeLimit({ timeoutMs }: Entry) {
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? { timeoutMs } : {};
}

function presentFunctions(entry: Entry, at: string, required: readonly string[], optional: readonly string[]) {
  for (const name of [...required, ...optional.filter((each) => entry[each] !== undefined)]) {
    expectThat(typeof entry[name] === 'function', `${at}.${name}`, pluginMessages.expectsFunction);
  }
  return [...required, ...optional].filter((name) => entry[name] !== undefined);
}

function describeResource(resource: unknown, at: string) {
  const { apiVersion, kind, plural } = isRecord(resource) ? resource : {};
  const isComplete = [apiVersion, kind, plural].every((each) => typeof each === 'string' && each !== '');
  expectThat(isComplete, at, pluginMessages.expectsResource);
  return { apiVersion, kind, plural };
}

function describeObjectSchema(schema: unknown, at: string): Entry {
  const described = describeSchema(schema, at);
  expectThat(described.type === 'object', at, pluginMessages.expectsObjectSchema);
  return described;
}

function describeSchema(schema: unknown, at: string): Entry {
  if (isZodSchema(schema)) return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  expectThat(isRecord(schema) && !('_def' in schema), at, pluginMessages.expectsSchema);
  return schema;
}

/** Hints of fields may have functions, which stay here. */
function plainCopy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function expectThat(isMet: boolean, field: string, expected: Message): asserts isMet {
  if (!isMet) throw invalid(pluginMessages.invalidField({ field, expected }));
}

function invalid(message: Message): TerminalError {
  return new TerminalError(message, { code: 'PLUGIN_INVALID' });
}
