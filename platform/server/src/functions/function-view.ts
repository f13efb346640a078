import type {
  FunctionDetail,
  FunctionRun,
  FunctionRunSummary,
  FunctionScalingView,
  FunctionSummary,
  FunctionWorkflowDetail,
  FunctionWorkflowNode,
  FunctionWorkflowSummary,
} from '@kubemin/client';
import { defineResource, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';

/** An object of a custom resource, of which only the fields that are shown are known here. */
export interface FunctionObject extends KubeObject {
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
}

const GROUP = {
  group: 'functions.kubemin.io',
  version: 'v1',
  namespaced: true,
  shortNames: [],
  categories: [],
} as const;
const VERBS = { verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], subresources: [] } as const;

/** The resources of functions, as any cluster serves them whose functions are those of KubeMin. */
export const functionResources = {
  functions: defineResource<FunctionObject>({
    ...{ ...GROUP, ...VERBS, kind: 'Function', plural: 'functions', singular: 'function' },
  }),
  workflows: defineResource<FunctionObject>({
    ...{ ...GROUP, ...VERBS, kind: 'FunctionWorkflow', plural: 'functionworkflows', singular: 'functionworkflow' },
  }),
  runs: defineResource<FunctionObject>({
    ...{ ...GROUP, ...VERBS, kind: 'WorkflowRun', plural: 'workflowruns', singular: 'workflowrun' },
  }),
};

export const API_VERSION = `${GROUP.group}/${GROUP.version}`;

export function functionSummary(object: FunctionObject): FunctionSummary {
  const { spec = {}, status = {} } = object;
  const ready = findCondition(status, 'Ready');
  return {
    ...identity(object),
    runtime: text(spec.runtime) ?? '',
    ready: triState(ready?.status),
    ...optional('message', ready?.status === 'True' ? undefined : text(ready?.message)),
    instances: number(status.instances) ?? 0,
    readyInstances: number(status.readyInstances) ?? 0,
    ...optional('revision', text(status.activeRevision)),
    ...optional('url', text(status.url)),
  };
}

/** Without the files, which are read elsewhere. */
export function functionDetail(object: FunctionObject): Omit<FunctionDetail, 'files'> {
  const { spec = {}, status = {} } = object;
  return {
    ...functionSummary(object),
    ...optional('entry', text(spec.entry)),
    ...optional('image', text(spec.image)),
    ...optional('timeoutSeconds', number(spec.timeoutSeconds)),
    ...optional('concurrency', number(spec.concurrency)),
    auth: spec.auth === 'token' ? 'token' : 'open',
    env: list(spec.env).flatMap(({ name }) => text(name) ?? []),
    scaling: scalingView(spec, status),
    conditions: list(status.conditions).map((condition) => ({
      type: text(condition.type) ?? '',
      status: text(condition.status) ?? '',
      reason: text(condition.reason) ?? '',
      message: text(condition.message) ?? '',
    })),
    revisions: list(status.revisions).map(({ name, number: at, ready, message, instances, at: time }) => ({
      name: text(name) ?? '',
      number: number(at) ?? 0,
      ...(typeof ready === 'boolean' && { ready }),
      ...optional('message', text(message)),
      instances: number(instances) ?? 0,
      ...optional('createTime', text(time)),
    })),
  };
}

/** The constants of the water level that a function leaves to its profile, as its controller has them. */
const PROFILES = {
  default: { decayPerSecond: 1, high: 600, reset: 300, thresholdMode: 'proportional' },
  demo: { decayPerSecond: 60, high: 600, reset: 150, thresholdMode: 'fixed' },
} as const;

function scalingView(spec: JsonObject, status: JsonObject): FunctionScalingView {
  const wanted = object(spec.scaling);
  const state = object(status.scaling);
  const profile = wanted.profile === 'demo' ? 'demo' : 'default';
  const constants = PROFILES[profile];
  // The constants are those of two instances.
  const growth =
    (text(wanted.thresholdMode) ?? constants.thresholdMode) === 'fixed'
      ? 1
      : Math.max(number(state.instances) ?? 0, 1) / 2;
  return {
    policy: wanted.policy === 'concurrency' ? 'concurrency' : 'waterLevel',
    profile,
    ...optional('min', number(wanted.min)),
    ...optional('max', number(wanted.max)),
    ...optional('level', number(state.level)),
    ...optional('levelAt', text(state.at)),
    decayPerSecond: number(wanted.decayPerSecond) ?? constants.decayPerSecond,
    high: growth * (number(wanted.high) ?? constants.high),
    reset: growth * (number(wanted.reset) ?? constants.reset),
  };
}

export function workflowSummary(item: FunctionObject): FunctionWorkflowSummary {
  const valid = findCondition(item.status ?? {}, 'Valid');
  return {
    ...identity(item),
    nodes: list(item.spec?.nodes).length,
    valid: triState(valid?.status),
    ...optional('message', valid?.status === 'True' ? undefined : text(valid?.message)),
  };
}

/** Without its runs. */
export function workflowDetail(item: FunctionObject): Omit<FunctionWorkflowDetail, 'runs'> {
  const { spec = {}, status = {} } = item;
  return {
    ...workflowSummary(item),
    startNode: text(spec.startNode) ?? '',
    graph: list(spec.nodes).map(workflowNode),
    ...optional('startArguments', isJsonObject(spec.startArguments) ? spec.startArguments : undefined),
    problems: list(status.problems).map(({ path, code, severity, message }) => ({
      ...{ path: text(path) ?? '', code: text(code) ?? '' },
      ...{ severity: text(severity) ?? '', message: text(message) ?? '' },
    })),
  };
}

function workflowNode(node: JsonObject): FunctionWorkflowNode {
  const target = text(object(node.func).name) ?? text(object(node.call).workflow);
  const forks = list(node.fork).map((entry) => ({ to: text(entry.next) ?? '', label: comparison(entry) }));
  const branches = texts(object(node.parallel).branches).map((to) => ({ to, label: '' }));
  const plain = [
    { to: text(node.next) ?? '', label: '' },
    { to: text(node.onError) ?? '', label: 'onError' },
  ];
  return {
    name: text(node.name) ?? '',
    type: text(node.type) ?? '',
    ...optional('target', target),
    edges: [...forks, ...branches, ...plain].filter(({ to }) => to !== ''),
  };
}

/** `z NumE 8`, or `default`. */
function comparison({ variable, compareBy, compareTo }: JsonObject): string {
  return [variable, compareBy, compareTo].flatMap((part) => text(part) ?? []).join(' ');
}

export function runSummary(item: FunctionObject): FunctionRunSummary {
  const { spec = {}, status = {}, metadata } = item;
  const failure = object(status.error);
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    workflow: text(spec.workflow) ?? '',
    phase: text(status.phase) ?? 'Pending',
    steps: number(status.stepCount) ?? 0,
    ...optional('startTime', text(status.startedAt) ?? text(metadata.creationTimestamp)),
    ...optional('endTime', text(status.endedAt)),
    ...optional('error', errorText(failure)),
  };
}

/** Reads data of a run, here or in the content store. */
export type ReadData = (stored: JsonObject) => Promise<JsonValue | undefined>;

export async function runView(item: FunctionObject, readData: ReadData): Promise<FunctionRun> {
  const { status = {} } = item;
  const steps = list(status.steps);
  const outputs = new Map(steps.map((step) => [number(step.step), step.output]));
  const read = async (stored: JsonValue | undefined): Promise<JsonValue | undefined> =>
    isJsonObject(stored) ? readData(stored) : undefined;
  const completed = steps.map(async (step) => ({
    ...{ step: number(step.step) ?? 0, node: text(step.node) ?? '', type: text(step.type) ?? '' },
    ...optional('startTime', text(step.startedAt)),
    ...optional('endTime', text(step.endedAt)),
    attempts: number(step.attempts) ?? 1,
    // The input of a node is the output of an earlier one, which is stored once.
    ...optional('input', await read(step.input ?? outputs.get(number(step.inputFrom)))),
    ...optional('output', await read(step.output)),
    ...optional('error', errorText(object(step.error))),
  }));
  const current = list(status.current).map(async (step) => ({
    ...{ step: number(step.step) ?? 0, node: text(step.node) ?? '', type: '' },
    ...optional('startTime', text(step.startedAt)),
    attempts: number(step.attempt) ?? 1,
    ...optional('input', await read(step.data)),
    ...optional('error', errorText(object(step.error))),
  }));
  return {
    ...runSummary(item),
    nodes: await Promise.all([...completed, ...current]),
    ...optional('result', await read(status.result)),
  };
}

function errorText({ type, message }: JsonObject): string | undefined {
  return text(message) === undefined ? undefined : `${text(type) ?? 'Error'}: ${text(message)}`;
}

function identity({ metadata: { name = '', namespace = '', creationTimestamp } }: KubeObject) {
  return { namespace, name, ...optional('createTime', text(creationTimestamp)) };
}

function findCondition(status: JsonObject, type: string): JsonObject | undefined {
  return list(status.conditions).find((condition) => condition.type === type);
}

function triState(status: JsonValue | undefined): 'True' | 'False' | 'Unknown' {
  return status === 'True' || status === 'False' ? status : 'Unknown';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  const entry: { [P in K]?: V } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
