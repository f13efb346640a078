import { type Clock, TerminalError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import { resourceMessages } from '../messages/index.ts';
import type { CustomResource } from './custom-resource.ts';

const FIELD_MANAGER = 'kubemin-crd';
const DEFAULT_TIMEOUT_MS = 30_000;

/** What the installation changed about one definition. */
export interface InstalledDefinition {
  /** `plural.group` */
  readonly name: string;
  readonly action: 'created' | 'changed' | 'unchanged';
}

/** Options of an installation. */
export interface InstallOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long each definition may take until it is served. @default 30 s */
  readonly timeoutMs?: number | undefined;
}

/**
 * Applies the definitions of resources to a cluster and waits until they are served. Changes that others made to a
 * definition are overwritten. Idempotent.
 */
export async function installDefinitions(
  client: KubeClient,
  resources: Iterable<CustomResource>,
  options: InstallOptions,
): Promise<readonly InstalledDefinition[]> {
  const definitions = client.resource(apiextensions.v1.customresourcedefinitions);
  const installed: InstalledDefinition[] = [];
  for (const { definition } of resources) installed.push(await install(definitions, definition, options));
  return installed;
}

type Definitions = ResourceClient<CustomResourceDefinition>;

async function install(
  definitions: Definitions,
  definition: CustomResourceDefinition,
  options: InstallOptions,
): Promise<InstalledDefinition> {
  const { signal } = options;
  const name = definition.metadata.name ?? '';
  const before = await definitions.find(name, { signal });
  const patch = { type: 'apply', body: definition, force: true } as const;
  const after = await definitions.patch(name, patch, { fieldManager: FIELD_MANAGER, signal });
  if (!isServed(after)) await waitUntilServed(definitions, name, options);
  if (before === undefined) return { name, action: 'created' };
  const unchanged = before.metadata.generation === after.metadata.generation;
  return { name, action: unchanged ? 'unchanged' : 'changed' };
}

/** Watches a definition until the server serves it. A watch may end early; then a new one is opened. */
async function waitUntilServed(definitions: Definitions, name: string, options: InstallOptions): Promise<void> {
  const { clock, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const late = new AbortController();
  const cancel = clock.after(timeoutMs, () => late.abort());
  const signal = AbortSignal.any([options.signal, late.signal]);
  try {
    while (!(await watchUntilServed(definitions, name, signal))) {
      options.signal.throwIfAborted();
      if (late.signal.aborted) throw notServedError(name, resourceMessages.establishTimeout({ ms: timeoutMs }));
    }
  } finally {
    cancel();
  }
}

async function watchUntilServed(definitions: Definitions, name: string, signal: AbortSignal): Promise<boolean> {
  const watch = await openWatch(definitions, name, signal);
  for await (const batch of watch) {
    for (const { type, object } of batch) {
      if (type === 'DELETED') throw notServedError(name, resourceMessages.definitionDeleted);
      if ((type === 'ADDED' || type === 'MODIFIED') && isServed(object)) return true;
    }
  }
  return false;
}

async function openWatch(
  definitions: Definitions,
  name: string,
  signal: AbortSignal,
): ReturnType<Definitions['watch']> {
  try {
    return await definitions.watch({ fieldSelector: `metadata.name=${name}`, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return emptyWatch();
  }
}

async function* emptyWatch(): AsyncGenerator<never> {
  yield* [];
}

function isServed({ metadata, status }: CustomResourceDefinition): boolean {
  const refused = status?.conditions?.find(({ type, status }) => type === 'NamesAccepted' && status === 'False');
  if (refused !== undefined) {
    const { message } = refused;
    const why = message === undefined ? resourceMessages.namesRejected : verbatim(message);
    throw notServedError(metadata.name ?? '', why);
  }
  return status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') ?? false;
}

function notServedError(name: string, why: Message): TerminalError {
  return new TerminalError(resourceMessages.notEstablished({ name, why }), { code: 'DEFINITION_NOT_SERVED' });
}
