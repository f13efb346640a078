import { functions } from '@kubemin/functions';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { discovery } from '@kubemin/kubeapi/resources';
import { withFunctions } from '../functions/index.ts';
import { objectMessages } from '../messages/index.ts';
import {
  kindNamed,
  type Listed,
  type ObjectKind,
  type ObjectPlace,
  objectColumns,
  placeIn,
  withCluster,
} from '../pods/index.ts';
import { type CommandContext, ExitCode, print } from '../terminal/index.ts';

export interface GetOptions {
  readonly kind: string;
  readonly place: string | undefined;
  readonly namespace: string | undefined;
  readonly selector: string | undefined;
  readonly watch: boolean;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

interface GetRequest {
  readonly kind: ObjectKind;
  readonly place: ObjectPlace;
  readonly selector: string | undefined;
  readonly client: KubeClient;
  readonly objects: ResourceClient<KubeObject>;
}

/** Shows objects of one kind: all, those of a namespace, or one. */
export async function get(context: CommandContext, options: GetOptions): Promise<ExitCode> {
  const kind = kindNamed(options.kind);
  const place = placeIn(kind, options.place, options.namespace);
  const connect = kind.type.group === functions.group ? withFunctions : withCluster;
  return connect(context, options, async (client) => {
    const objects = client.resource(kind.type, place.namespace);
    const request: GetRequest = { kind, place, selector: options.selector, client, objects };
    const version = await show(context, request);
    return options.watch ? follow(context, request, version) : ExitCode.ok;
  });
}

/** Prints the objects and returns their resource version. */
async function show(context: CommandContext, request: GetRequest): Promise<string | undefined> {
  const { kind, place, selector, objects } = request;
  const { terminal, translate, output = 'table' } = context;
  if (place.name !== undefined) {
    const object = await objects.get(place.name);
    await printObjects(context, request, { found: [object], data: object });
    return object.metadata.resourceVersion;
  }
  const { items, metadata } = await objects.list({ labelSelector: selector });
  const found = items.map((item) => ({ ...item, apiVersion: item.apiVersion ?? '', kind: kind.type.kind }));
  if (found.length === 0 && (output === 'table' || output === 'wide')) {
    terminal.err(`${translate(objectMessages.empty({ kind: kind.name }))}\n`);
  } else {
    const data = output === 'jsonl' ? found : { apiVersion: 'v1', kind: 'List', items: found };
    await printObjects(context, request, { found, data });
  }
  return metadata.resourceVersion;
}

interface Found {
  readonly found: readonly KubeObject[];
  readonly data: unknown;
}

async function printObjects(context: CommandContext, request: GetRequest, { found, data }: Found): Promise<void> {
  const columns = objectColumns(request.kind, context.clock.now());
  const rows = await Promise.all(found.map((object) => listed(object, request)));
  await print(context, {
    data,
    table: { columns, rows: rows.map((row) => columns.map((column) => column.cell(row))) },
    names: found.map(({ metadata }) => `${request.kind.type.singular}/${metadata.name ?? ''}`),
  });
}

async function listed(object: KubeObject, { kind, client }: GetRequest): Promise<Listed> {
  if (kind.type.kind !== 'Service') return { object };
  const { items } = await client.resource(discovery.v1.endpointslices, object.metadata.namespace).list({
    labelSelector: `kubernetes.io/service-name=${object.metadata.name ?? ''}`,
  });
  const endpoints = items.flatMap(({ endpoints: all = [], ports = [] }) =>
    all.flatMap(({ addresses }) =>
      addresses.flatMap((address) => ports?.map(({ port }) => `${address}:${port}`) ?? []),
    ),
  );
  return { object, endpoints };
}

/** Prints one line per change until interrupted; a watch that the server closes is resumed. */
async function follow(context: CommandContext, request: GetRequest, from: string | undefined): Promise<ExitCode> {
  const { interrupted } = context;
  const { objects, place, selector } = request;
  const fieldSelector = place.name === undefined ? undefined : `metadata.name=${place.name}`;
  let resourceVersion = from;
  while (!interrupted.aborted) {
    const stream = await objects
      .watch({ resourceVersion, labelSelector: selector, fieldSelector, allowBookmarks: true, signal: interrupted })
      .catch((error: unknown) => {
        if (interrupted.aborted) return undefined;
        // What was missed cannot be had any more: what is there now comes as if it were new.
        if (!isStatusError(error, 'Expired') && !isStatusError(error, 'Gone')) throw error;
        resourceVersion = undefined;
        return [];
      });
    if (stream === undefined) break;
    for await (const batch of stream) {
      for (const { type, object } of batch) {
        if (type === 'ERROR' || !('metadata' in object)) continue;
        resourceVersion = object.metadata.resourceVersion;
        if (type !== 'BOOKMARK') await change(context, request, { type, object });
      }
    }
  }
  return ExitCode.interrupted;
}

async function change(
  context: CommandContext,
  request: GetRequest,
  { type, object }: { readonly type: string; readonly object: KubeObject },
): Promise<void> {
  const { output = 'table', terminal, clock } = context;
  if (output !== 'table' && output !== 'wide') {
    await print(
      { ...context, output: output === 'json' ? 'jsonl' : output },
      {
        data: { type, object },
        table: '',
        names: [`${request.kind.type.singular}/${object.metadata.name ?? ''}`],
      },
    );
    return;
  }
  const row = await listed(object, request);
  const columns = objectColumns(request.kind, clock.now()).filter(({ wide }) => output === 'wide' || wide !== true);
  terminal.out(`${[...columns.map((column) => column.cell(row)), type].join('   ')}\n`);
}
