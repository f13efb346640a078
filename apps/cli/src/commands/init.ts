import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DocumentReader, type Problem, secretValues } from '@kubemin/model';
import {
  answersFromFlags,
  conductInit,
  DRAFT_NAME,
  DraftFile,
  defaultDocument,
  initPrompter,
  missingValuePrompter,
  questionFlag,
  readAnswersFile,
  refuseUnused,
  withLocalTools,
} from '../documents/index.ts';
import { initMessages } from '../messages/index.ts';
import {
  type CommandContext,
  confirm,
  ExitCode,
  formatProblems,
  type Prompter,
  replaceFile,
  unwritableFile,
  withPrompter,
} from '../terminal/index.ts';

export interface InitOptions {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly component: string | undefined;
  readonly type: string | undefined;
  readonly image: string | undefined;
  readonly port: string | undefined;
  readonly expose: 'yes' | 'no' | undefined;
  readonly traits: string | undefined;
  readonly order: 'accept' | 'parallel' | 'edit' | undefined;
  readonly next: 'deploy' | 'save' | undefined;
  readonly set: readonly string[];
  readonly answers: string | undefined;
  readonly from: string | undefined;
  readonly file: string | undefined;
  readonly resume: boolean;
  readonly plugins: readonly string[];
}

/** Asks for an application, writes its document, and deploys it if that is wanted. */
export function init(context: CommandContext, options: InitOptions): Promise<ExitCode> {
  const { plugins } = options;
  return withLocalTools(context, { plugins, platform: true }, ({ model }) => writeApplication(context, options, model));
}

async function writeApplication(
  context: CommandContext,
  options: InitOptions,
  model: DocumentReader,
): Promise<ExitCode> {
  const { cwd, translate, terminal } = context;
  const file = options.file ?? defaultDocument(context);
  const { from: _from, plugins: _plugins, ...flags } = options;
  const given = [answersFromFlags(flags, options.set), await readAnswersFile(options.answers, cwd)];
  if (existsSync(resolve(cwd, file)) && !(await confirm(context, { consequence: initMessages.replaces({ file }) }))) {
    return ExitCode.interrupted;
  }
  const draft = new DraftFile(cwd);
  const next = await withPrompter(context, missingValuePrompter(context), async (person) => {
    const prompter = initPrompter(context, given, person);
    const accept = (value: unknown): boolean => isValid(context, model.parse(value).problems);
    const outcome = await conductInit(context, { options, model, draft, prompter, given, accept });
    if (outcome.kind === 'stopped' && (await draft.read()) !== undefined) {
      terminal.err(`${translate(initMessages.stopped({ draft: DRAFT_NAME }))}\n${translate(initMessages.goOn)}\n`);
    }
    if (outcome.kind !== 'done') return outcome.kind;
    refuseUnused(given);
    await save(context, { file, model, value: outcome.value });
    await draft.remove();
    return askNext(context, prompter);
  });
  if (next === 'stopped') return ExitCode.interrupted;
  if (next === 'refused') return ExitCode.invalid;
  if (next === 'deploy') {
    const { deploy } = await import('./deploy.ts');
    return deploy(context, {
      file,
      fileOption: undefined,
      dryRun: false,
      wait: true,
      rerun: false,
      lenient: false,
    });
  }
  terminal.out(`${file}\n`);
  return ExitCode.ok;
}

function isValid({ terminal, style, translate }: CommandContext, problems: readonly Problem[]): boolean {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return true;
  terminal.alert(formatProblems(errors, { style, translate }));
  terminal.alert(`${style.red('✗')} ${translate(initMessages.invalid({ errors: errors.length }))}\n`);
  return false;
}

interface Saving {
  readonly file: string;
  readonly model: DocumentReader;
  /** Valid. */
  readonly value: unknown;
}

async function save(context: CommandContext, { file, model, value }: Saving): Promise<void> {
  const { cwd, terminal, translate, style } = context;
  const { document, problems } = model.parse(value);
  if (document === undefined) throw new TypeError('an application that is not valid was accepted');
  const isSecret = secretValues(document).size > 0;
  const text = model.printDocument(document, { format: file.endsWith('.json') ? 'json' : 'yaml' });
  await replaceFile(resolve(cwd, file), text, isSecret ? 0o600 : undefined).catch((cause) => {
    throw unwritableFile(file, cause);
  });
  const valid =
    problems.length === 0 ? initMessages.valid : initMessages.validWithWarnings({ warnings: problems.length });
  terminal.err(`${style.green('✓')} ${translate(valid)}  ${translate(initMessages.wrote({ file }))}\n`);
  if (problems.length > 0) terminal.err(formatProblems(problems, { style, translate }));
  if (isSecret) terminal.err(`${style.yellow('!')} ${translate(initMessages.holdsSecrets({ file }))}\n`);
}

async function askNext({ translate }: CommandContext, prompter: Prompter): Promise<'deploy' | 'save'> {
  const answer = await prompter.ask({
    kind: 'select',
    id: 'next',
    flag: questionFlag('next'),
    message: translate(initMessages.next),
    options: [
      { value: 'deploy', label: translate(initMessages.deployNow) },
      { value: 'save', label: translate(initMessages.justSave) },
    ],
    default: 'save',
  });
  return answer.kind === 'answer' && answer.value === 'deploy' ? 'deploy' : 'save';
}
