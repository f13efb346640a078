import type { DocumentReader } from '@kubemin/model';
import { initMessages } from '../../messages/index.ts';
import type { CommandContext, Prompter } from '../../terminal/index.ts';
import { applicationScript } from './application-questions.ts';
import type { Draft, DraftFile } from './draft-file.ts';
import { foundStart, givenStart } from './init-start.ts';
import { type Answers, Interview, type Outcome } from './interview.ts';
import { directoryLabel } from './read-start.ts';
import type { WrittenAnswers } from './written-answers.ts';

/** What the interview of `kubemin init` is made of. */
export interface InitInterview {
  readonly options: { readonly from: string | undefined; readonly resume: boolean };
  readonly model: DocumentReader;
  readonly draft: DraftFile;
  readonly prompter: Prompter;
  readonly given: readonly WrittenAnswers[];
  readonly accept: (document: unknown) => boolean;
}

/** Asks all there is to ask about an application, from a draft if there is one and it is wanted. */
export async function conductInit(context: CommandContext, interview: InitInterview): Promise<Outcome<unknown>> {
  const { options, model, draft, prompter, given, accept } = interview;
  const { translate, cwd } = context;
  const old = await wantedDraft(context, interview);
  if (old === 'stopped') return { kind: 'stopped' };
  const from = options.from ?? old?.from;
  const start = from === undefined ? undefined : await givenStart(context, from, model);
  // If options give the first component, it is not taken from a file.
  const isGiven = given.some((answers) => answers.has('component.1'));
  const found = start === undefined && !isGiven ? await foundStart(context, model) : undefined;
  const name = (start?.kind === 'components' ? start.name : undefined) ?? directoryLabel(cwd);
  const form = model.form();
  const script = () =>
    applicationScript({
      model,
      form,
      translate,
      directoryName: name,
      ...(start !== undefined && { start }),
      ...(found !== undefined && { found }),
    });
  // Without prompts there are no answers to save.
  const keep = async (answers: Answers): Promise<void> => {
    if (context.terminal.keyboard !== undefined) await draft.write({ ...(from !== undefined && { from }), answers });
  };
  const resumed = new Map([...(old?.answers ?? [])].filter(([id]) => !given.some((answers) => answers.has(id))));
  return new Interview(script, { prompter, translate, resumed, keep, accept }).run();
}

/** The draft of an earlier time, if it is to be resumed. Without a terminal only `--resume` does that. */
async function wantedDraft(
  { translate, terminal }: CommandContext,
  { options, draft, prompter }: InitInterview,
): Promise<Draft | 'stopped' | undefined> {
  const old = await draft.read();
  if (old === undefined || old.answers.size === 0 || options.resume) return old;
  if (terminal.keyboard === undefined) return undefined;
  const message = translate(initMessages.resume);
  const answer = await prompter.ask({ kind: 'confirm', id: 'resume', flag: '--resume', message, default: true });
  if (answer.kind === 'cancel') return 'stopped';
  return answer.kind === 'answer' && answer.value === true ? old : undefined;
}
