import { ownEntry } from '@kubemin/base';
import type { AnyDocument, DocumentReader, FormField } from '@kubemin/model';
import {
  askAddition,
  askField,
  askGroup,
  askMore,
  fieldPlace,
  openDocument,
  type Script,
  saveDocument,
  type WizardContext,
  withLocalTools,
} from '../documents/index.ts';
import { authoringMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

export interface AddStepOptions {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly components: string | undefined;
  readonly mode: 'StepByStep' | 'DAG' | undefined;
  readonly set: readonly string[];
  readonly file: string | undefined;
  readonly plugins: readonly string[];
}

const FLAGS = { name: 'NAME', jobType: '--type', components: '--components', mode: '--mode' };
/** What a step is asked for without being picked, in this order. */
const ASKED = ['name', 'jobType', 'components', 'mode'];
const DEPLOY = 'deploy';

/** Adds a step to the workflow of a document, in place. */
export function addStep(context: CommandContext, options: AddStepOptions): Promise<ExitCode> {
  const { plugins } = options;
  return withLocalTools(context, { plugins, platform: true }, ({ model }) => writeStep(context, options, model));
}

async function writeStep(context: CommandContext, options: AddStepOptions, model: DocumentReader): Promise<ExitCode> {
  const opened = await openDocument(context, options.file, model);
  const written = opened.edit.at(['workflow']);
  const steps = Array.isArray(written) && written.length > 0 ? written : derived(opened.document);
  const index = steps.length;
  const { name, type, components, mode, set } = options;
  const outcome = await askAddition(context, opened, {
    model,
    addition: {
      prefix: `workflow.${index + 1}`,
      given: { name, jobType: type, components, mode },
      flags: FLAGS,
      set,
      *script(wizard) {
        wizard.sketch.set(['workflow'], steps);
        yield* askStep(wizard, index);
        return wizard.sketch.at(['workflow', index]);
      },
    },
  });
  if (outcome.kind === 'stopped') {
    context.terminal.err(`${context.translate(authoringMessages.stopped)}\n`);
    return ExitCode.interrupted;
  }
  // Alone it would be the whole workflow, and nothing would be delivered any more.
  if (steps !== written) opened.edit.set(['workflow'], steps);
  opened.edit.append(['workflow'], outcome.value);
  const added = String(opened.edit.at(['workflow', index, 'name']));
  return saveDocument(context, opened, {
    model,
    done: context.translate(authoringMessages.addedStep({ name: added })),
  });
}

/** The workflow a document is delivered by that has none, as its author would write it. */
function derived({ workflow }: AnyDocument): readonly object[] {
  return workflow.map(({ name, mode, components }) => ({ name, mode, components }));
}

function* askStep(context: WizardContext, index: number): Script<void> {
  const { form, sketch, translate } = context;
  const path = ['workflow', index];
  const fields = ASKED.flatMap((name): readonly FormField[] => form.step.filter((field) => field.name === name));
  for (const field of fields) {
    const isDeploy = (sketch.at([...path, 'jobType']) ?? DEPLOY) === DEPLOY;
    if (field.name === 'mode' && !isDeploy) continue;
    const needed = field.required || (field.name === 'components' && isDeploy);
    yield* askField(context, { ...fieldPlace(field, { path, title: '' }, context), needed });
  }
  const type = String(sketch.at([...path, 'jobType']) ?? DEPLOY);
  const section = ownEntry(form.jobTypes, type);
  if (section?.field.fields !== undefined && section.field.fields.length > 0) {
    const place = {
      field: section.field,
      path: [...path, 'properties'],
      title: section.label[translate.language],
      needed: true,
    };
    yield* askGroup(context, place, askField);
  }
  const rest = form.step.filter(({ name }) => !ASKED.includes(name));
  yield* askMore(context, rest, { holder: { path, title: String(sketch.at([...path, 'name'])) }, ask: askField });
}
