import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { agreeOnPlan } from '../deploy-plan.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { applicationWords } from '../language/words/application.ts';
import { errorWords } from '../language/words/error.ts';
import { planWords } from '../language/words/plan.ts';
import { platformModel } from '../platform-model.ts';
import { formatProblems } from '../problems.ts';
import { showStartedRun } from '../show-started-run.ts';
import { talk } from '../talk.ts';

export interface DeployOptions {
  readonly file: string | undefined;
  readonly wait: boolean;
  /** Whether finished jobs run once more. */
  readonly rerun: boolean;
}

/**
 * Validates here (so that problems show line and column), says what will change and asks where that takes something away,
 * stores, runs, and follows the run.
 */
export async function deploy(context: CommandContext, options: DeployOptions): Promise<ExitCode> {
  const { terminal, style, language, interrupted } = context;
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
  if (!(await agreeOnPlan(context, client, document)) || interrupted.aborted) {
    terminal.alert(`${planWords[language].nothingDone}\n`);
    return ExitCode.interrupted;
  }
  const application = await client.saveApplication({ text: document.text, format: document.format });
  // The platform knows the templates a document names, and so may doubt what could not be doubted here.
  const known = new Set(problems.map(({ path, code }) => `${path} ${code}`));
  const doubts = application.problems.filter(({ path, code }) => !known.has(`${path} ${code}`));
  if (doubts.length > 0) terminal.alert(formatProblems(doubts, { style, language, fileName: document.name }));
  const outcomes = { created: say.created, updated: say.updated, unchanged: say.unchanged };
  const { taskId } = await client.execWorkflow(application.id, {
    revision: application.revision,
    rerun: options.rerun,
  });
  talk(
    context,
    `${style.bold(application.name)} ${say.stored(application.revision, outcomes[application.outcome], taskId)}`,
  );
  if (application.removedComponents.length > 0) {
    terminal.err(`${say.removedByRun(application.removedComponents.join(', '))}\n`);
  }
  return showStartedRun(context, connection, { taskId, appId: application.id, wait: options.wait });
}
