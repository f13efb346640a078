import { type ApplicationFilter, type ApplicationSummary, applicationPhases } from '@kubemin/client';
import { allApplications, connect } from '../connection/index.ts';
import { applicationMessages, columnMessages } from '../messages/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatDuration,
  type Listing,
  printList,
  translateSent,
  watchListing,
} from '../terminal/index.ts';

export interface LsOptions {
  readonly project: string | undefined;
  readonly namespace: string | undefined;
  readonly cluster: string | undefined;
  /** Anywhere in name, alias or description. */
  readonly search: string | undefined;
  readonly watch: boolean;
}

/** Lists applications, in as many requests as there are pages. */
export async function ls(context: CommandContext, options: LsOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const filter = applicationFilter(options);
  const listing = async (): Promise<Listing<ApplicationSummary>> =>
    applicationListing(context, await allApplications(client, filter));
  if (!options.watch) {
    await printList(context, await listing());
    return ExitCode.ok;
  }
  const topics = [{ kind: 'applications' }, { kind: 'runs' }] as const;
  const changes = client.followEvents({ topics, signal: context.interrupted });
  await watchListing(context, { changes, listing });
  return ExitCode.interrupted;
}

function applicationFilter({ project, namespace, cluster, search }: LsOptions): ApplicationFilter {
  return {
    ...(project !== undefined && { project }),
    ...(namespace !== undefined && { namespace }),
    ...(cluster !== undefined && { cluster }),
    ...(search !== undefined && { text: search }),
  };
}

function applicationListing(
  { clock, translate }: CommandContext,
  items: readonly ApplicationSummary[],
): Listing<ApplicationSummary> {
  return {
    items,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace },
      { title: translate(columnMessages.cluster), cell: ({ cluster }) => cluster },
      { title: translate(columnMessages.version), cell: ({ version }) => version },
      { title: translate(columnMessages.revision), cell: ({ revision }) => String(revision) },
      {
        title: translate(columnMessages.status),
        cell: ({ health }) => applicationPhases[health.phase][translate.language],
      },
      {
        title: translate(columnMessages.age),
        cell: ({ createTime }) => formatDuration(clock.now() - Date.parse(createTime)),
      },
      { title: translate(columnMessages.id), cell: ({ id }) => id, wide: true },
      { title: translate(columnMessages.project), cell: ({ project }) => project || '-', wide: true },
      {
        title: translate(columnMessages.reason),
        cell: ({ health }) => translateSent(translate, health, 'reason', health.reason),
        wide: true,
      },
    ],
    name: ({ name }) => name,
    empty: translate(applicationMessages.noneYet),
  };
}
