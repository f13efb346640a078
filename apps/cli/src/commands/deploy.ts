import { connect } from '../connection/connect.ts';
import {
  doubtsBeyond,
  errorsAmong,
  invalidDocument,
  readCheckedDocument,
  withCarriedFields,
} from '../documents/checked-document.ts';
import { agreeOnPlan } from '../documents/deploy-plan.ts';
import { showPlan } from '../documents/show-plan.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { formatProblems } from '../errors/problems.ts';
import { inBoth } from '../language/catalogue.ts';
import { applicationWords } from '../language/words/application.ts';
import { planWords } from '../language/words/plan.ts';
import { showStartedRun } from '../runs/show-started-run.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { talk } from '../terminal/talk.ts';

export interface DeployOptions {
  readonly file: string | undefined;
  /** The same as an option. */
  readonly fileOption: string | undefined;
  /** Only shows what it would do. */
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** Whether finished jobs run once more. */
  readonly rerun: boolean;
  /** Whether unknown fields are kept. */
  readonly lenient: boolean;
}

/**
 * Validates here (so that problems show line and column), says what will change and asks where that takes something away,
 * stores, runs, and follows the run.
 */
export async function deploy(context: CommandContext, options: DeployOptions): Promise<ExitCode> {
  const { terminal, style, language, interrupted } = context;
  const say = applicationWords[language];
  const { lenient } = options;
  const document = await withCarriedFields(context, await readCheckedDocument(context, oneFile(options), options));
  const { name: fileName, problems } = document;
  const errors = errorsAmong(problems);
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, language, fileName }));
  if (errors > 0)
    throw invalidDocument(
      inBoth(applicationWords, (words) => words.hasProblems(fileName, errors)),
      problems,
    );
  const connection = await connect(context);
  const { client } = connection;
  if (options.dryRun) {
    const { text, format } = document;
    return showPlan(context, await client.planDocument({ text, format }, { lenient }));
  }
  if (!(await agreeOnPlan(context, client, { ...document, lenient })) || interrupted.aborted) {
    terminal.alert(`${planWords[language].nothingDone}\n`);
    return ExitCode.interrupted;
  }
  const application = await client.saveApplication({ text: document.text, format: document.format }, { lenient });
  // The platform knows the templates a document names, and so may doubt what could not be doubted here.
  const doubts = doubtsBeyond(application.problems, problems);
  if (doubts.length > 0) terminal.alert(formatProblems(doubts, { style, language, fileName }));
  const outcomes = { created: say.created, updated: say.updated, unchanged: say.unchanged };
  const { taskId, number } = await client.execWorkflow(application.id, {
    revision: application.revision,
    rerun: options.rerun,
  });
  talk(
    context,
    `${style.bold(application.name)} ${say.stored(application.revision, outcomes[application.outcome], number)}`,
  );
  if (application.removedComponents.length > 0) {
    terminal.err(`${say.removedByRun(application.removedComponents.join(', '))}\n`);
  }
  return showStartedRun(context, connection, { taskId, number, appId: application.id, wait: options.wait });
}

function oneFile({ file, fileOption }: Pick<DeployOptions, 'file' | 'fileOption'>): string | undefined {
  if (file === undefined || fileOption === undefined) return file ?? fileOption;
  throw new CliError(
    inBoth(applicationWords, (say) => say.twoFiles(file, fileOption)),
    { code: 'DOCUMENT_UNCLEAR', exitCode: ExitCode.usage, hint: inBoth(applicationWords, (say) => say.oneFile) },
  );
}
