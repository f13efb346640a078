import type { Project, ProjectContent } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { columnMessages, projectMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, formatTable, print, printList } from '../terminal/index.ts';

/** Lists projects and the namespaces they are bound to. */
export async function listProjects(context: CommandContext): Promise<ExitCode> {
  const { translate } = context;
  const { client } = await connect(context);
  const { projects } = await client.listProjects();
  await printList(context, {
    items: projects,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name || translate(projectMessages.unnamed) },
      { title: translate(columnMessages.clusters), cell: ({ clusters }) => clusters.join(' ') || '-' },
      {
        title: translate(columnMessages.namespaces),
        cell: ({ bound, namespaces }) => (bound ? namespaces.join(' ') : translate(projectMessages.notBound)),
      },
      { title: translate(columnMessages.applications), cell: ({ applications }) => String(applications) },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}

/** Shows what a project is bound to. */
export async function showProject(context: CommandContext, options: { readonly project: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const project = await client.getProject(options.project);
  await print(context, { data: project, table: projectText(project, context), names: [project.name] });
  return ExitCode.ok;
}

interface BindProjectOptions {
  readonly project: string;
  readonly namespace: readonly string[];
  readonly cluster: readonly string[];
  readonly quota: readonly NonNullable<ProjectContent['quota']>[];
  readonly podSecurity: ProjectContent['podSecurity'];
  readonly network: ProjectContent['network'];
  readonly reference: readonly string[];
  readonly description: string | undefined;
}

/** Binds a project to namespaces, in place of what it was bound to. */
export async function bindProject(context: CommandContext, options: BindProjectOptions): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { namespace, cluster, quota, podSecurity, network, reference, description } = options;
  if (namespace.length === 0) {
    throw new CliError(projectMessages.namespaceRequired, {
      code: 'NAMESPACE_REQUIRED',
      exitCode: ExitCode.usage,
      hint: projectMessages.giveNamespace({ project: options.project }),
    });
  }
  const { client } = await connect(context);
  const { name, clusters, namespaces } = await client.bindProject(options.project, {
    namespaces: [...namespace],
    ...(cluster.length > 0 && { clusters: [...cluster] }),
    ...(quota.length > 0 && { quota: Object.assign({}, ...quota) }),
    ...(podSecurity !== undefined && { podSecurity }),
    ...(network !== undefined && { network }),
    ...(reference.length > 0 && { references: [...reference] }),
    ...(description !== undefined && { description }),
  });
  terminal.err(`${translate(projectMessages.bound({ name: style.bold(name), namespaces, clusters }))}\n`);
  return ExitCode.ok;
}

/** Removes the binding of a project. */
export async function unbindProject(context: CommandContext, options: { readonly project: string }): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  const { name } = await client.unbindProject(options.project);
  terminal.err(`${translate(projectMessages.unbound({ name: style.bold(name) }))}\n`);
  return ExitCode.ok;
}

function projectText(project: Project, { translate, terminal }: CommandContext): string {
  const { name, bound, description, clusters, namespaces, references, quota, podSecurity, network, applications } =
    project;
  const amounts = Object.entries(quota ?? {}).map(([resource, amount]) => `${resource}=${amount}`);
  const rows = [
    [translate(columnMessages.name), name],
    [translate(columnMessages.description), description],
    [translate(columnMessages.clusters), clusters.join(' ')],
    [translate(columnMessages.namespaces), bound ? namespaces.join(' ') : translate(projectMessages.notBound)],
    [translate(columnMessages.references), references?.join(' ') ?? ''],
    [translate(columnMessages.quota), amounts.join(' ')],
    [translate(columnMessages.podSecurity), podSecurity ?? ''],
    [translate(columnMessages.network), network ?? ''],
    [translate(columnMessages.applications), String(applications)],
  ];
  return formatTable(
    ['', ''],
    rows.filter(([, value]) => value !== ''),
    terminal.outWidth(),
  );
}
