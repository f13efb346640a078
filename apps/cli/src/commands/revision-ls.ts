import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { formatTable } from '../table.ts';

export interface ListRevisionsOptions {
  readonly dataDir?: string;
  readonly app: string;
  readonly output: string;
}

/** Lists the revisions of an application, the newest first. */
export async function listRevisions(context: CommandContext, options: ListRevisionsOptions): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { client } = await connect(context, options.dataDir);
  const { id } = await findApplication(client, options.app);
  const { revisions } = await client.listRevisions(id);
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(revisions, null, 2)}\n`);
    return ExitCode.ok;
  }
  const rows = revisions.map((each) => [
    String(each.revision),
    each.current ? 'current' : '',
    each.version,
    each.creator,
    formatDuration(clock.now() - Date.parse(each.createdAt)),
    each.removedComponents.length === 0 ? '' : `without ${each.removedComponents.join(', ')}`,
  ]);
  terminal.out(formatTable(['REVISION', '', 'VERSION', 'BY', 'AGE', 'CHANGE'], rows));
  return ExitCode.ok;
}
