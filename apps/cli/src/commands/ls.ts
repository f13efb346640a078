import { type ApplicationFilter, type ApplicationSummary, applicationPhases } from '@kubemin/client';
import { allApplications } from '../connection/all-applications.ts';
import { connect } from '../connection/connect.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { applicationWords } from '../language/words/application.ts';
import { columnWords } from '../language/words/column.ts';
import { type Listing, printList } from '../output/printer.ts';
import { watchListing } from '../output/watch-listing.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { formatDuration } from '../terminal/duration.ts';

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
  const filter = filterOf(options);
  const listing = async (): Promise<Listing<ApplicationSummary>> =>
    listingOf(context, await allApplications(client, filter));
  if (!options.watch) {
    await printList(context, await listing());
    return ExitCode.ok;
  }
  const topics = [{ kind: 'applications' }, { kind: 'runs' }] as const;
  const changes = client.followEvents({ topics, signal: context.interrupted });
  await watchListing(context, { changes, listing });
  return ExitCode.interrupted;
}

function filterOf({ project, namespace, cluster, search }: LsOptions): ApplicationFilter {
  return {
    ...(project !== undefined && { project }),
    ...(namespace !== undefined && { namespace }),
    ...(cluster !== undefined && { cluster }),
    ...(search !== undefined && { text: search }),
  };
}

function listingOf(
  { clock, language }: CommandContext,
  items: readonly ApplicationSummary[],
): Listing<ApplicationSummary> {
  const title = columnWords[language];
  return {
    items,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.namespace, cell: ({ namespace }) => namespace },
      { title: title.cluster, cell: ({ cluster }) => cluster },
      { title: title.version, cell: ({ version }) => version },
      { title: title.revision, cell: ({ revision }) => String(revision) },
      { title: title.status, cell: ({ health }) => applicationPhases[health.phase][language] },
      { title: title.age, cell: ({ createTime }) => formatDuration(clock.now() - Date.parse(createTime)) },
      { title: title.id, cell: ({ id }) => id, wide: true },
      { title: title.project, cell: ({ project }) => project || '-', wide: true },
      { title: title.reason, cell: ({ health }) => health.reason, wide: true },
    ],
    name: ({ name }) => name,
    empty: applicationWords[language].noneYet,
  };
}
