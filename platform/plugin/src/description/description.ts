import * as z from 'zod';

const text = z.object({ en: z.string(), zh: z.string() });
const fieldWording = z.looseObject({
  label: text,
  help: text,
  options: z.record(z.string(), text).optional(),
  group: z.enum(['basic', 'runtime', 'network', 'storage', 'flow', 'metadata', 'advanced']).optional(),
});
const entryWording = z.object({
  entry: fieldWording.optional(),
  fields: z.record(z.string(), fieldWording).optional(),
});
const jsonSchema = z.record(z.string(), z.unknown());
/** Which of its optional functions an entry has. */
const functions = z.array(z.string()).default([]);
const priority = z.union([z.literal(0), z.literal(1), z.literal(10), z.literal(20)]);

const trait = z.object({
  summary: z.string(),
  schema: jsonSchema,
  scope: z.enum(['container', 'workload', 'component']).optional(),
  wording: entryWording.optional(),
  functions,
});
const componentType = z.object({
  summary: z.string(),
  properties: jsonSchema,
  image: z.enum(['required', 'none']),
  scales: z.boolean().optional(),
  runs: z.enum(['for-ever', 'to-completion']).optional(),
  wording: entryWording.optional(),
  functions,
});
const jobType = z.object({
  resource: z.object({ apiVersion: z.string(), kind: z.string(), plural: z.string() }),
  priority,
  prune: z.enum(['run', 'component', 'never']).optional(),
  timeoutMs: z.number().optional(),
  functions,
});
const stepType = z.object({
  summary: z.string(),
  schema: jsonSchema,
  components: z.enum(['required', 'optional', 'none']).optional(),
  outputs: z.array(z.string()).optional(),
  priority: priority.optional(),
  retries: z.enum(['transient', 'never']).optional(),
  timeoutMs: z.number().optional(),
  wording: entryWording.optional(),
  functions,
});
const summarized = z.object({ summary: z.string() });

const description = z.object({
  contract: z.number(),
  name: z.string(),
  version: z.string(),
  traits: z.record(z.string(), trait).default({}),
  componentTypes: z.record(z.string(), componentType).default({}),
  jobTypes: z.record(z.string(), jobType).default({}),
  stepTypes: z.record(z.string(), stepType).default({}),
  gateways: z.record(z.string(), summarized).default({}),
  notifiers: z.record(z.string(), summarized).default({}),
});

/** A plug-in as data. */
export type PluginDescription = Readonly<z.output<typeof description>>;
export type DescribedTrait = Readonly<z.output<typeof trait>>;
export type DescribedComponentType = Readonly<z.output<typeof componentType>>;
export type DescribedJobType = Readonly<z.output<typeof jobType>>;
export type DescribedStepType = Readonly<z.output<typeof stepType>>;

/** Reads a description that another process sent; undefined when it is none. */
export function readPluginDescription(value: unknown): PluginDescription | undefined {
  return description.safeParse(value).data;
}

/** A function of a plug-in to be called, and what with; plain data. */
export interface PluginCall {
  /** `trait.render`, `step.check` and so on. */
  readonly function: string;
  /** The name of the entry it belongs to. */
  readonly entry: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a function of a plug-in asks while it runs: a function of its context, and the arguments. */
export interface PluginQuestion {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Calls the pure functions of one plug-in. Throws a TerminalError that names the plug-in when one of them fails. */
export interface PluginCalls {
  call(call: PluginCall, respond?: (question: PluginQuestion) => unknown): unknown;
}
