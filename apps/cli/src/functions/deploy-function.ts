import { createContentStore, type FunctionObject, type FunctionSpec, functions } from '@kubemin/functions';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { functionMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { followObject } from './follow-object.ts';
import type { FunctionCode } from './function-code.ts';

/** What a function is to be; what is undefined stays as it is, or gets the default. */
export interface FunctionWish {
  readonly name: string;
  readonly namespace: string;
  /** Undefined for a function that is an image. */
  readonly code: FunctionCode | undefined;
  readonly image: string | undefined;
  readonly port: number | undefined;
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly policy: 'waterLevel' | 'concurrency' | undefined;
  readonly profile: 'default' | 'demo' | undefined;
  readonly auth: 'open' | 'token' | undefined;
  readonly callTimeoutMs: number | undefined;
  readonly concurrency: number | undefined;
  readonly idempotent: boolean;
}

/** A function that was written, and whether that changed anything. */
export interface WrittenFunction {
  readonly function: FunctionObject;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** Stores code in the cluster, and returns its digest. */
export async function storeCode(
  { clock, interrupted: signal }: Pick<CommandContext, 'clock' | 'interrupted'>,
  client: KubeClient,
  { code, namespace }: { readonly code: FunctionCode; readonly namespace: string },
): Promise<string> {
  return (await createContentStore({ client, clock }).put(code.bytes, { namespace, signal })).digest;
}

/** Stores the code of a function, then writes the function. */
export async function writeFunction(
  context: CommandContext,
  client: KubeClient,
  wish: FunctionWish,
): Promise<WrittenFunction> {
  const { name, namespace, code } = wish;
  const { interrupted: signal } = context;
  const { group, version, kind } = functions;
  const resource = client.resource(functions, namespace);
  // First, so that nothing is stored in a cluster that serves no functions.
  await resource.list({ limit: 1, signal });
  const digest = code === undefined ? undefined : await storeCode(context, client, { code, namespace });
  for (;;) {
    const before = await resource.find(name, { signal });
    const spec = wishedSpec(wish, digest, before?.spec);
    try {
      if (before === undefined) {
        const object = { apiVersion: `${group}/${version}`, kind, metadata: { name, namespace }, spec };
        const created = await resource.create(object, { signal });
        return { function: created, outcome: 'created' };
      }
      const updated = await resource.update({ ...before, spec }, { signal });
      const isSame = before.metadata.generation === updated.metadata.generation;
      return { function: updated, outcome: isSame ? 'unchanged' : 'updated' };
    } catch (error) {
      // Another writer: the next attempt keeps what that one wrote.
      if (!isStatusError(error, 'Conflict') && !isStatusError(error, 'AlreadyExists')) throw error;
    }
  }
}

function wishedSpec(wish: FunctionWish, digest: string | undefined, before: FunctionSpec | undefined): FunctionSpec {
  const { code, image, port, min, max, policy, profile, auth, callTimeoutMs, concurrency, idempotent } = wish;
  const { source: _source, entry: _entry, image: _image, env = [], scaling, ...kept } = before ?? DEFAULTS;
  const wanted = { ...scaling, ...given({ min, max, policy, profile }) };
  const named = new Map(wish.env);
  const environment = [
    ...env.filter((each) => !named.has(each.name)),
    ...[...named].map(([variable, value]) => ({ name: variable, value })),
  ];
  return {
    ...kept,
    runtime: code?.runtime ?? 'http',
    ...(digest === undefined ? {} : { source: { digest } }),
    ...given({ entry: code?.entry, image, port, auth, concurrency }),
    ...(callTimeoutMs === undefined ? {} : { timeoutSeconds: callTimeoutMs / 1000 }),
    ...(idempotent ? { idempotent } : {}),
    ...(environment.length === 0 ? {} : { env: environment }),
    ...(Object.keys(wanted).length === 0 ? {} : { scaling: { ...SCALING_DEFAULTS, ...wanted } }),
  };
}

/** The defaults of the definition, which a server fills in anyway. */
const DEFAULTS: FunctionSpec = {
  runtime: '',
  timeoutSeconds: 60,
  maxBodyBytes: 6_291_456,
  concurrency: 100,
  auth: 'open',
  idempotent: false,
  legacyErrors: false,
  revisionHistoryLimit: 5,
};
const SCALING_DEFAULTS = { policy: 'waterLevel', profile: 'default' } as const;

/** The entries that are not undefined. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> };
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** How far a function is. */
export type FunctionReadiness =
  | { readonly state: 'ready'; readonly revision: string }
  | { readonly state: 'waiting'; readonly message: string }
  | { readonly state: 'failed'; readonly reason: string; readonly message: string };

/** Reads the status of a function; one of an earlier generation counts as none. */
export function readReadiness({ metadata, status }: FunctionObject): FunctionReadiness {
  const isCurrent = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  const conditions = isCurrent ? (status?.conditions ?? []) : [];
  const find = (type: string) => conditions.find((each) => each.type === type);
  const [built, ready] = [find('Built'), find('Ready')];
  const failed = [built, ready].find((each) => each?.status === 'False');
  if (failed !== undefined) return { state: 'failed', reason: failed.reason, message: failed.message };
  // While a new revision is tried, an earlier one serves calls: then it is ready, and not built.
  const open = [built, ready].find((each) => each?.status !== 'True');
  return built === undefined || ready === undefined || open !== undefined
    ? { state: 'waiting', message: open?.message ?? '' }
    : { state: 'ready', revision: status?.activeRevision ?? '' };
}

/** Follows a function until it is ready, and prints what it waits for. Throws a CliError when it cannot become ready. */
export async function waitUntilReady(
  context: CommandContext,
  client: KubeClient,
  written: FunctionObject,
): Promise<FunctionObject> {
  const { name = '' } = written.metadata;
  const { interrupted, terminal, style } = context;
  let printed = '';
  const ready = await followObject(context, { client, type: functions, object: written }, (current) => {
    const readiness = readReadiness(current);
    if (readiness.state === 'failed') throw notLoaded(name, readiness);
    if (readiness.state === 'ready') return true;
    if (readiness.message !== '' && readiness.message !== printed) {
      printed = readiness.message;
      terminal.err(`${style.dim('·')} ${printed}\n`);
    }
    return false;
  });
  if (ready !== undefined) return ready;
  throw new CliError(functionMessages.notReadyYet({ name }), {
    code: 'FUNCTION_NOT_READY',
    exitCode: interrupted.aborted ? ExitCode.interrupted : ExitCode.waitTimedOut,
    hint: functionMessages.lookLater,
  });
}

function notLoaded(name: string, { reason, message }: { readonly reason: string; readonly message: string }): CliError {
  return new CliError(functionMessages.failedToLoad({ name, reason, text: message }), {
    code: 'FUNCTION_FAILED',
    exitCode: ExitCode.failed,
    hint: functionMessages.seeLogs({ name }),
  });
}
