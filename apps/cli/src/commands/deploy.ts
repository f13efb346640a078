import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { applicationWords } from '../language/words/application.ts';
import { errorWords } from '../language/words/error.ts';
import { platformModel } from '../platform-model.ts';
import { formatProblems } from '../problems.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface DeployOptions {
  readonly file: string | undefined;
  readonly wait: boolean;
}

/** Validates here (so that problems show line and column), stores, runs, and follows the run. */
export async function deploy(context: CommandContext, options: DeployOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = applicationWords[language];
  const document = await readDocumentFile(context, options.file);
  const { problems } = platformModel().parseText(document.text, { fileName: document.name });
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, language, fileName: document.name }));
  if (errors.length > 0) {
    const why = say.hasProblems(document.name, errors.length);
    terminal.alert(`${style.red(`${errorWords[language].error}:`)} ${why}\n`);
    return ExitCode.invalid;
  }
  const connection = await connect(context);
  const { client } = connection;
  const application = await client.saveApplication({ text: document.text, format: document.format });
  // The platform knows the templates a document names, and so may doubt what could not be doubted here.
  const known = new Set(problems.map(({ path, code }) => `${path} ${code}`));
  const doubts = application.problems.filter(({ path, code }) => !known.has(`${path} ${code}`));
  if (doubts.length > 0) terminal.alert(formatProblems(doubts, { style, language, fileName: document.name }));
  const outcomes = { created: say.created, updated: say.updated, unchanged: say.unchanged };
  const { taskId } = await client.execWorkflow(application.id, { revision: application.revision });
  terminal.err(
    `${style.bold(application.name)} ${say.stored(application.revision, outcomes[application.outcome], taskId)}\n`,
  );
  if (application.removedComponents.length > 0) {
    terminal.err(`${say.removedByRun(application.removedComponents.join(', '))}\n`);
  }
  return showStartedRun(context, connection, { taskId, appId: application.id, wait: options.wait });
}
