import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { jsonValueSchema } from './json-value.ts';
import { lenientBody } from './lenient-body.ts';

const argumentsSchema = z.record(z.string(), jsonValueSchema).readonly();

/** A condition as Kubernetes has it. */
const conditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
});

/** How many instances a function may have, and how their number follows the calls. */
const scalingSchema = z.object({
  policy: z.enum(['waterLevel', 'concurrency']),
  profile: z.enum(['default', 'demo']),
  min: z.number().int().optional(),
  max: z.number().int().optional(),
  /** waterLevel: the level, when it had this value, and what it falls by each second. */
  level: z.number().optional(),
  levelAt: instantSchema.optional(),
  decayPerSecond: z.number(),
  /** waterLevel: above it an instance is added, and the level after that, with the number of instances there is. */
  high: z.number(),
  reset: z.number(),
});
export type FunctionScalingView = z.output<typeof scalingSchema>;

/** A function of a cluster. */
export const functionSummarySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  runtime: z.string(),
  /** Whether calls are served: `True`, `False`, or `Unknown` while it starts. */
  ready: z.enum(['True', 'False', 'Unknown']),
  /** Why they are not. */
  message: z.string().optional(),
  instances: z.number().int(),
  readyInstances: z.number().int(),
  revision: z.string().optional(),
  /** Where it is called. */
  url: z.string().optional(),
  createTime: instantSchema.optional(),
});
export type FunctionSummary = z.output<typeof functionSummarySchema>;

/** A workflow of functions. */
export const functionWorkflowSummarySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  nodes: z.number().int(),
  /** Whether its controller found no error in it. */
  valid: z.enum(['True', 'False', 'Unknown']),
  message: z.string().optional(),
  createTime: instantSchema.optional(),
});
export type FunctionWorkflowSummary = z.output<typeof functionWorkflowSummarySchema>;

/** The functions of a cluster and their workflows, by namespace and name. */
export const functionListSchema = z.object({
  /** Whether the cluster serves functions at all. */
  served: z.boolean(),
  functions: z.array(functionSummarySchema).readonly(),
  workflows: z.array(functionWorkflowSummarySchema).readonly(),
});
export type FunctionList = z.output<typeof functionListSchema>;

/** A function with its code and its revisions. */
export const functionDetailSchema = functionSummarySchema.extend({
  entry: z.string().optional(),
  image: z.string().optional(),
  timeoutSeconds: z.number().optional(),
  concurrency: z.number().int().optional(),
  auth: z.enum(['open', 'token']),
  /** Names of environment variables; values may be secrets. */
  env: z.array(z.string()).readonly(),
  scaling: scalingSchema,
  conditions: z.array(conditionSchema).readonly(),
  revisions: z
    .array(
      z.object({
        name: z.string(),
        number: z.number().int(),
        /** Whether its code could be loaded; absent until it was tried. */
        ready: z.boolean().optional(),
        message: z.string().optional(),
        instances: z.number().int(),
        createTime: instantSchema.optional(),
      }),
    )
    .readonly(),
  /** The texts of its files; absent where the code is an image, or cannot be shown as text. */
  files: z.record(z.string(), z.string()).readonly().optional(),
});
export type FunctionDetail = z.output<typeof functionDetailSchema>;

/** Most characters of all files that a request may store. */
const MOST_CODE = 400_000;

const functionCode = z.object({
  runtime: z.string().min(1).max(63),
  entry: z.string().min(1).max(253).optional(),
  files: z
    .record(z.string().min(1).max(253), z.string())
    .refine((files) => Object.values(files).join('').length <= MOST_CODE, { message: schemaMessages.codeSize.message }),
});

/** The code of a function, as texts of files. What a function has beside its code stays. */
export const functionCodeSchema = lenientBody(functionCode);
export type FunctionCodeBody = z.output<typeof functionCode>;

const functionScale = z.object({
  min: z.number().int().min(0).max(1_000).optional(),
  max: z.number().int().min(1).max(1_000).optional(),
  policy: z.enum(['waterLevel', 'concurrency']).optional(),
  profile: z.enum(['default', 'demo']).optional(),
});

/** What of the scaling changes. */
export const functionScaleSchema = lenientBody(functionScale);
export type FunctionScaleBody = z.output<typeof functionScale>;

const functionCall = z.object({ arguments: argumentsSchema.default({}) });

/** A call of a function. */
export const functionCallSchema = lenientBody(functionCall);
export type FunctionCallBody = z.output<typeof functionCall>;

/** What a call returned, errors of the function included. */
export const functionCallResultSchema = z.object({
  status: z.number().int(),
  durationMs: z.number(),
  /** Whether the call had to wait for an instance. */
  cold: z.boolean(),
  result: jsonValueSchema.optional(),
  error: z.object({ type: z.string(), message: z.string() }).optional(),
});
export type FunctionCallResult = z.output<typeof functionCallResultSchema>;

/** The last lines that the instances have printed. */
export const functionLogsSchema = z.object({
  lines: z.array(z.object({ pod: z.string(), time: z.string(), text: z.string() })).readonly(),
});
export type FunctionLogs = z.output<typeof functionLogsSchema>;

/** A node of a workflow, and where it leads to. */
const workflowNodeSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** The function or the workflow that it calls. */
  target: z.string().optional(),
  edges: z.array(z.object({ to: z.string(), label: z.string() })).readonly(),
});
export type FunctionWorkflowNode = z.output<typeof workflowNodeSchema>;

/** A run of a workflow. */
export const functionRunSummarySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  workflow: z.string(),
  phase: z.string(),
  steps: z.number().int(),
  startTime: instantSchema.optional(),
  endTime: instantSchema.optional(),
  error: z.string().optional(),
});
export type FunctionRunSummary = z.output<typeof functionRunSummarySchema>;

/** A workflow with its nodes, what is wrong with it, and its runs, the newest first. */
export const functionWorkflowSchema = functionWorkflowSummarySchema.extend({
  startNode: z.string(),
  graph: z.array(workflowNodeSchema).readonly(),
  startArguments: argumentsSchema.optional(),
  problems: z
    .array(z.object({ path: z.string(), code: z.string(), severity: z.string(), message: z.string() }))
    .readonly(),
  runs: z.array(functionRunSummarySchema).readonly(),
});
export type FunctionWorkflowDetail = z.output<typeof functionWorkflowSchema>;

const workflowStart = z.object({
  /** Absent: the start arguments of the workflow. */
  arguments: argumentsSchema.optional(),
});

/** Starts a run. */
export const functionRunStartSchema = lenientBody(workflowStart);
export type FunctionRunStart = z.output<typeof workflowStart>;

/** A run with each node that was executed. */
export const functionRunSchema = functionRunSummarySchema.extend({
  nodes: z
    .array(
      z.object({
        step: z.number().int(),
        node: z.string(),
        type: z.string(),
        startTime: instantSchema.optional(),
        /** Absent while it is executed. */
        endTime: instantSchema.optional(),
        attempts: z.number().int(),
        input: jsonValueSchema.optional(),
        /** Absent where the node does not change the data. */
        output: jsonValueSchema.optional(),
        error: z.string().optional(),
      }),
    )
    .readonly(),
  result: jsonValueSchema.optional(),
});
export type FunctionRun = z.output<typeof functionRunSchema>;
