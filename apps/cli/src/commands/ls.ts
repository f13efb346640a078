import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { formatTable } from '../table.ts';

export interface LsOptions {
  readonly dataDir?: string;
  readonly output: string;
}

/** Lists applications. */
export async function ls(context: CommandContext, options: LsOptions): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { client } = await connect(context, options.dataDir);
  const applications = await allApplications(client);
  const details = await Promise.all(applications.map((application) => client.getApplication(application.id)));
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(details, null, 2)}\n`);
    return ExitCode.ok;
  }
  if (details.length === 0) {
    terminal.err('no applications yet; kubemin deploy FILE brings the first\n');
    return ExitCode.ok;
  }
  const rows = details.map((app) => [
    app.name,
    app.namespace,
    app.version,
    app.health.phase,
    String(app.components.length),
    formatDuration(clock.now() - Date.parse(app.createTime)),
  ]);
  terminal.out(formatTable(['NAME', 'NAMESPACE', 'VERSION', 'STATUS', 'COMPONENTS', 'AGE'], rows));
  return ExitCode.ok;
}
