import type { Clock } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import {
  type FunctionCallBody,
  type FunctionCallResult,
  type FunctionCodeBody,
  type FunctionDetail,
  type FunctionList,
  type FunctionLogs,
  type FunctionRun,
  type FunctionRunStart,
  type FunctionRunSummary,
  type FunctionScaleBody,
  type FunctionSummary,
  type FunctionWorkflowDetail,
  functionRoutes,
} from '@kubemin/client';
import { type KubeClient, readContainerLog } from '@kubemin/kube';
import { isJsonObject, isStatusError, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { ApiError, type BoundRoute, bindJson } from '../api/index.ts';
import { type ClusterService, requestCluster } from '../clusters/index.ts';
import { clusterMessages } from '../messages/index.ts';
import {
  API_VERSION,
  type FunctionObject,
  functionDetail,
  functionResources,
  functionSummary,
  runSummary,
  runView,
  workflowDetail,
  workflowSummary,
} from './function-view.ts';
import { readContent, readTextFiles } from './stored-content.ts';

export interface FunctionServiceOptions {
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
  /** Where functions of the default cluster are called: a URL without a path. Undefined: they cannot be called. */
  readonly gateway: () => string | undefined;
}

/** Which object of which cluster. */
export interface FunctionPlace {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

const FUNCTION_LABEL = 'functions.kubemin.io/function';
const LOG_LINES = 200;
/** The longest a call may take here; a longer one is to be made asynchronously. */
const CALL_TIMEOUT_MS = 120_000;
const MOST_RUNS = 50;

/** Functions and their workflows in clusters, read and written through the Kubernetes API each time. */
export class FunctionService {
  readonly #options: FunctionServiceOptions;

  constructor(options: FunctionServiceOptions) {
    this.#options = options;
  }

  async list(cluster: string): Promise<FunctionList> {
    return this.#send(cluster, async (client, signal) => {
      try {
        const [functions, workflows] = await Promise.all([
          client.resource(functionResources.functions).list({ signal }),
          client.resource(functionResources.workflows).list({ signal }).catch(emptyIfNotServed),
        ]);
        return {
          served: true,
          functions: functions.items.map(functionSummary),
          workflows: workflows.items.map(workflowSummary),
        };
      } catch (error) {
        if (!isStatusError(error, 'NotFound')) throw error;
        return { served: false, functions: [], workflows: [] };
      }
    });
  }

  async get({ cluster, namespace, name }: FunctionPlace): Promise<FunctionDetail> {
    return this.#send(cluster, async (client, signal) => {
      const found = await client.resource(functionResources.functions, namespace).get(name, { signal });
      return detailWithFiles(client, found, signal);
    });
  }

  async put({ cluster, namespace, name }: FunctionPlace, code: FunctionCodeBody): Promise<FunctionDetail> {
    return this.#send(cluster, async (client, signal) => {
      const functions = client.resource(functionResources.functions, namespace);
      const { runtime, files, entry } = code;
      const before = await functions.find(name, { signal });
      const stored =
        before === undefined
          ? await functions.create(
              {
                ...{ apiVersion: API_VERSION, kind: 'Function', metadata: { name, namespace } },
                spec: { runtime, source: { files }, ...(entry !== undefined && { entry }) },
              },
              { signal },
            )
          : await functions.patch(
              name,
              // The files of the request are all there are: null deletes what else there was.
              {
                type: 'json',
                body: [
                  { op: 'add', path: '/spec/runtime', value: runtime },
                  { op: 'add', path: '/spec/source', value: { files } },
                  ...(entry === undefined ? [] : [{ op: 'add' as const, path: '/spec/entry', value: entry }]),
                ],
              },
              { signal },
            );
      return detailWithFiles(client, stored, signal);
    });
  }

  async delete({ cluster, namespace, name }: FunctionPlace): Promise<FunctionSummary> {
    return this.#send(cluster, async (client, signal) => {
      const functions = client.resource(functionResources.functions, namespace);
      const found = await functions.get(name, { signal });
      await functions.delete(name, { signal });
      return functionSummary(found);
    });
  }

  async scale({ cluster, namespace, name }: FunctionPlace, scaling: FunctionScaleBody): Promise<FunctionDetail> {
    return this.#send(cluster, async (client, signal) => {
      const functions = client.resource(functionResources.functions, namespace);
      const body = { spec: { scaling: JSON.parse(JSON.stringify(scaling)) } };
      return detailWithFiles(client, await functions.patch(name, { type: 'merge', body }, { signal }), signal);
    });
  }

  async call({ cluster, namespace, name }: FunctionPlace, body: FunctionCallBody): Promise<FunctionCallResult> {
    const token = await this.#send(cluster, async (client, signal) => {
      const found = await client.resource(functionResources.functions, namespace).get(name, { signal });
      if (found.spec?.auth !== 'token') return undefined;
      const secret = await client.resource(core.v1.secrets, namespace).get(`${name}-function-token`, { signal });
      return Buffer.from(secret.data?.token ?? '', 'base64').toString('utf8');
    });
    const { clock, gateway } = this.#options;
    const url = cluster === DEFAULT_CLUSTER ? gateway() : undefined;
    if (url === undefined) throw new ApiError('CLUSTER_UNREACHABLE', clusterMessages.noFunctionGateway({ cluster }));
    const began = clock.monotonic();
    try {
      const response = await fetch(new URL(`/functions/${namespace}/${name}`, url), {
        method: 'POST',
        body: JSON.stringify(body.arguments),
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        // Where a function redirects to is for its callers, not for this server.
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await response.text();
      const error = response.headers.get('x-function-error') ?? (response.ok ? undefined : 'Error');
      return {
        status: response.status,
        durationMs: clock.monotonic() - began,
        cold: response.headers.get('x-function-cold') === 'true',
        ...(error === undefined ? { result: parseJson(text) } : { error: { type: error, message: errorOf(text) } }),
      };
    } catch (cause) {
      const reason = errorMessage(cause);
      throw new ApiError('CLUSTER_UNREACHABLE', clusterMessages.requestFailed({ cluster, reason }), { cause });
    }
  }

  async logs({ cluster, namespace, name }: FunctionPlace): Promise<FunctionLogs> {
    return this.#send(cluster, async (client, signal) => {
      await client.resource(functionResources.functions, namespace).get(name, { signal });
      const labelSelector = `${FUNCTION_LABEL}=${name}`;
      const { items } = await client.resource(core.v1.pods, namespace).list({ labelSelector, signal });
      const lines = await Promise.all(
        items.map(async ({ metadata: { name: pod = '' }, spec, status }) => {
          const container = spec?.containers[0]?.name ?? '';
          const started = status?.containerStatuses?.some(({ state }) => state?.waiting === undefined) ?? false;
          if (!started) return [];
          const read = readContainerLog(client, { namespace, pod, container }, { tailLines: LOG_LINES }, signal);
          const found: { readonly pod: string; readonly time: string; readonly text: string }[] = [];
          for await (const { time, text } of read) found.push({ pod, time, text });
          return found;
        }),
      );
      return { lines: lines.flat().toSorted((one, other) => (one.time < other.time ? -1 : 1)) };
    });
  }

  async workflow({ cluster, namespace, name }: FunctionPlace): Promise<FunctionWorkflowDetail> {
    return this.#send(cluster, async (client, signal) => {
      const found = await client.resource(functionResources.workflows, namespace).get(name, { signal });
      const { items } = await client.resource(functionResources.runs, namespace).list({ signal });
      const runs = items
        .filter(({ spec }) => spec?.workflow === name)
        .map(runSummary)
        .toSorted((one, other) => ((one.startTime ?? '') < (other.startTime ?? '') ? 1 : -1));
      return { ...workflowDetail(found), runs: runs.slice(0, MOST_RUNS) };
    });
  }

  async startRun({ cluster, namespace, name }: FunctionPlace, body: FunctionRunStart): Promise<FunctionRunSummary> {
    return this.#send(cluster, async (client, signal) => {
      await client.resource(functionResources.workflows, namespace).get(name, { signal });
      const given = body.arguments;
      const created = await client.resource(functionResources.runs, namespace).create(
        {
          apiVersion: API_VERSION,
          kind: 'WorkflowRun',
          metadata: { generateName: `${name}-`, namespace },
          spec: { workflow: name, ...(given !== undefined && { arguments: given }) },
        },
        { signal },
      );
      return runSummary(created);
    });
  }

  async run({ cluster, namespace, name }: FunctionPlace): Promise<FunctionRun> {
    return this.#send(cluster, async (client, signal) => {
      const found = await client.resource(functionResources.runs, namespace).get(name, { signal });
      return runView(found, (stored) => readData(client, stored, { namespace, signal }));
    });
  }

  #send<T>(cluster: string, send: (client: KubeClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    return requestCluster(this.#options, { cluster, send });
  }
}

/** A cluster may serve functions without workflows. */
function emptyIfNotServed(error: unknown): { readonly items: readonly FunctionObject[] } {
  if (isStatusError(error, 'NotFound')) return { items: [] };
  throw error;
}

async function detailWithFiles(
  client: KubeClient,
  object: FunctionObject,
  signal: AbortSignal,
): Promise<FunctionDetail> {
  const detail = functionDetail(object);
  const source = object.spec?.source;
  if (!isJsonObject(source)) return detail;
  if (isJsonObject(source.files)) {
    return {
      ...detail,
      files: Object.fromEntries(Object.entries(source.files).map(([path, text]) => [path, `${text}`])),
    };
  }
  if (typeof source.digest !== 'string') return detail;
  const content = await readContent(client, { namespace: detail.namespace, digest: source.digest, signal });
  const files = content === undefined ? undefined : readTextFiles(content);
  return files === undefined ? detail : { ...detail, files };
}

async function readData(
  client: KubeClient,
  { value, content }: JsonObject,
  { namespace, signal }: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<JsonValue | undefined> {
  if (!isJsonObject(content) || typeof content.digest !== 'string') return value;
  const bytes = await readContent(client, { namespace, digest: content.digest, signal });
  return bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
}

function parseJson(text: string): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}

/** The message in `{ "error": { "message" } }`, or the text itself. */
function errorOf(text: string): string {
  const parsed = parseJson(text);
  const described = isJsonObject(parsed) && isJsonObject(parsed.error) ? parsed.error.message : undefined;
  return typeof described === 'string' ? described : text;
}

/** Which method of the service handles which route about functions. */
export function functionHandlers(service: FunctionService): Readonly<Record<keyof typeof functionRoutes, BoundRoute>> {
  const { putFunction, scaleFunction, callFunction, startFunctionRun } = functionRoutes;
  return {
    listFunctions: bindJson(functionRoutes.listFunctions, ({ params }) => service.list(params.cluster)),
    getFunction: bindJson(functionRoutes.getFunction, ({ params }) => service.get(params)),
    putFunction: bindJson(putFunction, ({ params, body }) => service.put(params, body)),
    deleteFunction: bindJson(functionRoutes.deleteFunction, ({ params }) => service.delete(params)),
    scaleFunction: bindJson(scaleFunction, ({ params, body }) => service.scale(params, body)),
    callFunction: bindJson(callFunction, ({ params, body }) => service.call(params, body)),
    functionLogs: bindJson(functionRoutes.functionLogs, ({ params }) => service.logs(params)),
    getFunctionWorkflow: bindJson(functionRoutes.getFunctionWorkflow, ({ params }) => service.workflow(params)),
    startFunctionRun: bindJson(startFunctionRun, ({ params, body }) => service.startRun(params, body)),
    getFunctionRun: bindJson(functionRoutes.getFunctionRun, ({ params }) => service.run(params)),
  };
}
