import { type Clock, toError } from '@kubemin/base';
import {
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  type ReconcileResult,
} from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { asJsonObject, ignoreNotFound, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { AsynchronousCall, InvocationRecords } from '../gateway/index.ts';
import type { FunctionInvoker, FunctionResult } from '../invoker/index.ts';
import {
  FUNCTIONS_GROUP,
  FUNCTIONS_VERSION,
  type FunctionObject,
  functions,
  type Invocation,
  type InvocationStatus,
  invocations,
} from '../resources/index.ts';

export interface InvocationControlOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  /** What calls functions. */
  readonly invoker: () => FunctionInvoker;
  /** How long a record is kept after its end. @default one hour */
  readonly keepMs?: number;
}

const KEEP_MS = 3_600_000;
/** An object of Kubernetes must stay small. */
const RESULT_BYTES = 256 * 1024;
/** Calls that the gateway could not serve at the moment are made again. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 1_000;
const ENDED: ReadonlySet<string | undefined> = new Set(['Succeeded', 'Failed']);

export class InvocationControl implements InvocationRecords {
  readonly module: ControllerModule;
  readonly #options: InvocationControlOptions;

  constructor(options: InvocationControlOptions) {
    this.#options = options;
    this.module = {
      name: 'function-invocations',
      for: invocations,
      resources: [functions],
      setup: (context) => {
        const records = context.informers.informer(invocations);
        const reconciler = new InvocationReconciler(options, context, records, context.informers.informer(functions));
        return createReconcilerController({ context, reconciler, primary: records, workers: 32 });
      },
    };
  }

  async create({ namespace, name, arguments: given, eventId }: AsynchronousCall): Promise<string> {
    const body: Invocation = {
      apiVersion: `${FUNCTIONS_GROUP}/${FUNCTIONS_VERSION}`,
      kind: 'Invocation',
      metadata: { generateName: `${name}-`, namespace },
      spec: { function: name, arguments: given, ...(eventId !== undefined && { eventId }) },
    };
    const created = await this.#options.client.resource(invocations, namespace).create(body);
    return created.metadata.name ?? '';
  }

  async find(namespace: string, name: string) {
    const found = await this.#options.client.resource(invocations, namespace).find(name);
    if (found === undefined) return undefined;
    const record: JsonObject = {
      ...{ name, namespace, function: found.spec.function, phase: 'Pending' },
      ...asJsonObject(found.status),
    };
    return { function: found.spec.function, record };
  }
}

class InvocationReconciler {
  readonly #options: InvocationControlOptions;
  readonly #context: ControllerContext;
  readonly #records: Informer<Invocation>;
  readonly #functions: Informer<FunctionObject>;
  /** Calls of this process that are under way. */
  readonly #begun = new Set<string>();

  constructor(
    options: InvocationControlOptions,
    context: ControllerContext,
    records: Informer<Invocation>,
    objects: Informer<FunctionObject>,
  ) {
    this.#options = options;
    this.#context = context;
    this.#records = records;
    this.#functions = objects;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const record = this.#records.get(key);
    if (record === undefined || record.metadata.deletionTimestamp !== undefined) return undefined;
    const { uid = '' } = record.metadata;
    const { status = {} } = record;
    if (ENDED.has(status.phase)) return this.#expire(record, signal);
    if (this.#begun.has(uid)) return undefined;
    if (status.phase === 'Running' && !this.#isIdempotent(record)) {
      const error = { type: 'Interrupted', message: 'the controller ended while the call was under way' };
      await this.#write(record, { ...status, phase: 'Failed', endedAt: this.#now(), error }, signal);
      return undefined;
    }
    this.#begun.add(uid);
    try {
      await this.#call(record, signal);
    } finally {
      this.#begun.delete(uid);
    }
    return undefined;
  }

  async #expire(record: Invocation, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const { clock, keepMs = KEEP_MS } = this.#options;
    const { namespace, name = '', uid } = record.metadata;
    const left = Date.parse(record.status?.endedAt ?? '') + keepMs - clock.now();
    if (left > 0) return { requeueAfterMs: left };
    const deleting = this.#context.client.resource(invocations, namespace);
    await ignoreNotFound(deleting.delete(name, { preconditions: { uid }, signal }));
    return undefined;
  }

  async #call(record: Invocation, signal: AbortSignal): Promise<void> {
    const { attempts = 0, startedAt = this.#now() } = record.status ?? {};
    const running: InvocationStatus = { phase: 'Running', startedAt, attempts: attempts + 1 };
    await this.#write(record, running, signal);
    const result = await this.#invoke(record, signal);
    await this.#write(record, { ...running, ...describeResult(result), endedAt: this.#now() }, signal);
  }

  async #invoke({ metadata, spec }: Invocation, signal: AbortSignal): Promise<FunctionResult> {
    const { clock, invoker } = this.#options;
    const eventId = spec.eventId ?? metadata.uid ?? '';
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await invoker().invoke({
          ...{ namespace: metadata.namespace ?? '', name: spec.function, eventId, signal },
          arguments: asJsonObject(spec.arguments),
        });
        // Nothing has run.
        const isRefused = result.error?.type === 'Overloaded' || result.error?.type === 'StartTimeout';
        if (!isRefused || attempt >= MAX_ATTEMPTS) return result;
      } catch (thrown) {
        signal.throwIfAborted();
        const { message } = toError(thrown);
        if (attempt >= MAX_ATTEMPTS) {
          return { status: 0, result: null, error: { type: 'GatewayUnreachable', message }, cold: false };
        }
      }
      await clock.sleep(RETRY_MS * attempt, signal);
    }
  }

  #isIdempotent({ metadata, spec }: Invocation): boolean {
    return this.#functions.get(`${metadata.namespace}/${spec.function}`)?.spec.idempotent === true;
  }

  async #write({ metadata }: Invocation, status: InvocationStatus, signal: AbortSignal): Promise<void> {
    const { namespace, name = '' } = metadata;
    const body = [{ op: 'add' as const, path: '/status', value: status }];
    const resource = this.#context.client.resource(invocations, namespace);
    await ignoreNotFound(resource.patch(name, { type: 'json', body }, { subresource: 'status', signal }));
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

function describeResult({ status, result, error, cold }: FunctionResult): InvocationStatus {
  if (error !== undefined) return { phase: 'Failed', statusCode: status, error, cold };
  if (Buffer.byteLength(JSON.stringify(result)) > RESULT_BYTES) {
    const message = `the result has more than ${RESULT_BYTES} bytes; call the function synchronously`;
    return { phase: 'Failed', statusCode: status, error: { type: 'ResultTooLarge', message }, cold };
  }
  const value: JsonValue = result;
  return { phase: 'Succeeded', statusCode: status, result: value, cold };
}
