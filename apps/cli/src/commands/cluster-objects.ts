import type { ClusterObjectList, PlatformClient } from '@kubemin/client';
import { kubeYaml } from '@kubemin/convert/yaml';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect } from '../connection/index.ts';
import { columnMessages, inventoryMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, formatDuration, print, printList } from '../terminal/index.ts';

interface ListKindsOptions {
  readonly cluster: string | undefined;
}

/** Lists the kinds of objects that a cluster serves. */
export async function listKinds(context: CommandContext, options: ListKindsOptions): Promise<ExitCode> {
  const { translate } = context;
  const { client } = await connect(context);
  const { kinds } = await client.clusterKinds(options.cluster ?? DEFAULT_CLUSTER);
  await printList(context, {
    items: kinds,
    columns: [
      { title: translate(columnMessages.name), cell: ({ resource }) => resource },
      { title: translate(columnMessages.shortNames), cell: ({ shortNames }) => shortNames.join(',') },
      { title: translate(columnMessages.apiVersion), cell: ({ apiVersion }) => apiVersion },
      { title: translate(columnMessages.namespaced), cell: ({ namespaced }) => String(namespaced) },
      { title: translate(columnMessages.kind), cell: ({ kind }) => kind },
    ],
    name: ({ resource }) => resource,
  });
  return ExitCode.ok;
}

interface ListObjectsOptions {
  readonly kind: string;
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
  readonly fieldSelector?: string | undefined;
}

type Row = ClusterObjectList['objects'][number];

/** Lists the objects of a kind, with the columns that the cluster shows of it. */
export async function listObjects(context: CommandContext, options: ListObjectsOptions): Promise<ExitCode> {
  const { translate, clock } = context;
  const { client } = await connect(context);
  const { columns, objects } = await allObjects(client, options);
  const isNamespaced = objects.some(({ namespace }) => namespace !== undefined);
  await printList<Row>(context, {
    items: objects,
    columns: [
      ...(isNamespaced
        ? [{ title: translate(columnMessages.namespace), cell: ({ namespace }: Row) => namespace ?? '' }]
        : []),
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      ...columns.map((title, at) => ({ title: title.toUpperCase(), cell: ({ cells }: Row) => cells[at] ?? '' })),
      {
        title: translate(columnMessages.age),
        cell: ({ createTime }) =>
          createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime)),
      },
    ],
    name: ({ namespace, name }) => (namespace === undefined ? name : `${namespace}/${name}`),
    empty: translate(inventoryMessages.noObjects({ kind: options.kind })),
  });
  return ExitCode.ok;
}

/** All pages of them. */
async function allObjects(
  client: PlatformClient,
  { cluster = DEFAULT_CLUSTER, kind, namespace, fieldSelector }: ListObjectsOptions,
): Promise<ClusterObjectList> {
  const objects: Row[] = [];
  let page: ClusterObjectList | undefined;
  do {
    page = await client.clusterObjects(cluster, kind, {
      limit: 500,
      ...(namespace !== undefined && { namespace }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(page?.next !== undefined && { continue: page.next }),
    });
    objects.push(...page.objects);
  } while (page.next !== undefined);
  return { columns: page.columns, objects };
}

interface ListEventsOptions extends ListKindsOptions {
  readonly namespace: string | undefined;
  readonly limit: number | undefined;
}

/** Lists what the cluster has recorded about any of its objects, the newest first. */
export async function listClusterEvents(context: CommandContext, options: ListEventsOptions): Promise<ExitCode> {
  const { translate, clock } = context;
  const { cluster = DEFAULT_CLUSTER, namespace, limit } = options;
  const { client } = await connect(context);
  const { events } = await client.newestEvents(cluster, {
    ...(namespace !== undefined && { namespace }),
    ...(limit !== undefined && { limit }),
  });
  await printList(context, {
    items: events,
    columns: [
      { title: translate(columnMessages.age), cell: ({ time }) => formatDuration(clock.now() - Date.parse(time)) },
      { title: translate(columnMessages.namespace), cell: ({ namespace: own = '' }) => own },
      { title: translate(columnMessages.object), cell: ({ object: { kind, name } }) => `${kind}/${name}` },
      { title: translate(columnMessages.reason), cell: ({ reason }) => reason },
      { title: translate(columnMessages.message), cell: ({ message }) => message },
    ],
    name: ({ namespace: own = '', name }) => `${own}/${name}`,
    empty: translate(inventoryMessages.noEvents),
  });
  return ExitCode.ok;
}

interface GetObjectOptions extends ListObjectsOptions {
  readonly name: string;
}

/** Prints one object; values of Secrets are masked. */
export async function getObject(context: CommandContext, options: GetObjectOptions): Promise<ExitCode> {
  const { cluster = DEFAULT_CLUSTER, kind, name, namespace } = options;
  const { client } = await connect(context);
  const place = namespace === undefined ? {} : { namespace };
  const { object } = await client.clusterObject(cluster, kind, name, place);
  await print(context, { data: object, table: kubeYaml(object), names: [name] });
  return ExitCode.ok;
}
