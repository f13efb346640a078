import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { platformModel } from '../platform-model.ts';
import { formatProblems } from '../problems.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface DeployOptions {
  readonly dataDir?: string;
  readonly file: string | undefined;
  readonly wait: boolean;
}

/** Validates here (so that problems show line and column), stores, runs, and follows the run. */
export async function deploy(context: CommandContext, options: DeployOptions): Promise<ExitCode> {
  const { terminal, style, cwd } = context;
  const document = await readDocumentFile(cwd, options.file);
  const { problems } = platformModel().parseText(document.text, { fileName: document.name });
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (problems.length > 0) terminal.err(formatProblems(problems, { style, fileName: document.name }));
  if (errors.length > 0) {
    const count = errors.length === 1 ? 'one problem' : `${errors.length} problems`;
    terminal.err(`${style.red('error:')} ${document.name} has ${count}; nothing was deployed\n`);
    return ExitCode.invalid;
  }
  const connection = await connect(context, options.dataDir);
  const { client } = connection;
  const application = await client.saveApplication({ text: document.text, format: document.format });
  // The platform knows the templates a document names, and so may doubt what could not be doubted here.
  const known = new Set(problems.map(({ path, code }) => `${path} ${code}`));
  const doubts = application.problems.filter(({ path, code }) => !known.has(`${path} ${code}`));
  if (doubts.length > 0) terminal.err(formatProblems(doubts, { style, fileName: document.name }));
  const { taskId } = await client.execWorkflow(application.id, { revision: application.revision });
  terminal.err(
    `${style.bold(application.name)} revision ${application.revision} (${application.outcome}), run ${taskId}\n`,
  );
  if (application.removedComponents.length > 0) {
    terminal.err(`no longer part of it, and removed by this run: ${application.removedComponents.join(', ')}\n`);
  }
  return showStartedRun(context, connection, { taskId, appId: application.id, wait: options.wait });
}
