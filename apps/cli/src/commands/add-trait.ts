import { ownEntry } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { closestName, type DocumentForm, type DocumentReader, type FormField } from '@kubemin/model';
import {
  type Addition,
  askAddition,
  askField,
  type EditedDocument,
  fieldPlace,
  openDocument,
  saveDocument,
  withLocalTools,
} from '../documents/index.ts';
import { authoringMessages, documentMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

export interface AddTraitOptions {
  readonly trait: string | undefined;
  readonly component: string | undefined;
  readonly set: readonly string[];
  readonly file: string | undefined;
  readonly plugins: readonly string[];
}

interface Target {
  /** Among the entries of the text. */
  readonly index: number;
  readonly component: string;
  readonly trait: string;
  readonly field: FormField;
}

/** Gives a component a trait, in place; a trait that is a list gets further entries. */
export function addTrait(context: CommandContext, options: AddTraitOptions): Promise<ExitCode> {
  const { plugins } = options;
  return withLocalTools(context, { plugins, platform: true }, ({ model }) => writeTrait(context, options, model));
}

async function writeTrait(context: CommandContext, options: AddTraitOptions, model: DocumentReader): Promise<ExitCode> {
  const opened = await openDocument(context, options.file, model);
  const target = await chooseTarget(context, opened, { options, form: model.form(), model });
  if (target === undefined) {
    context.terminal.err(`${context.translate(authoringMessages.stopped)}\n`);
    return ExitCode.interrupted;
  }
  const { index, component, trait, field } = target;
  const path = ['component', index, 'traits', trait] as const;
  const present = opened.edit.at(path);
  if (present !== undefined && !Array.isArray(present))
    throw conflict('TRAIT_PRESENT', authoringMessages.hasTrait({ component, trait }), authoringMessages.editIt);
  const addition: Addition<unknown> = {
    prefix: `component.${index + 1}.traits.${trait}`,
    given: {},
    flags: {},
    set: options.set,
    *script(wizard) {
      // Its entries so far are not asked for again; they are added to.
      wizard.sketch.set(path, undefined);
      const holder = { path: path.slice(0, -1), title: component };
      yield* askField(wizard, { ...fieldPlace(field, holder, wizard), needed: true });
      return wizard.sketch.at(path);
    },
  };
  const outcome = await askAddition(context, opened, { model, addition });
  if (outcome.kind === 'stopped') {
    context.terminal.err(`${context.translate(authoringMessages.stopped)}\n`);
    return ExitCode.interrupted;
  }
  const { value } = outcome;
  if (Array.isArray(present) && Array.isArray(value)) for (const entry of value) opened.edit.append(path, entry);
  else opened.edit.set(path, value);
  return saveDocument(context, opened, {
    model,
    done: context.translate(authoringMessages.addedTrait({ trait, component })),
  });
}

interface Choosing {
  readonly options: AddTraitOptions;
  readonly form: DocumentForm;
  readonly model: DocumentReader;
}

async function chooseTarget(
  context: CommandContext,
  opened: EditedDocument,
  { options, form, model }: Choosing,
): Promise<Target | undefined> {
  const names = componentNames(opened);
  const { translate } = context;
  const [only, ...others] = names;
  if (only === undefined) throw conflict('NO_COMPONENTS', authoringMessages.noComponents, authoringMessages.addOne);
  const addition: Addition<readonly [string, string]> = {
    prefix: 'add',
    given: {
      component: options.component ?? (others.length === 0 ? only : undefined),
      trait: traitNamed(form, options.trait),
    },
    flags: { component: '--component', trait: 'TRAIT' },
    set: [],
    *script() {
      const component = yield {
        kind: 'select',
        id: 'add.component',
        flag: '',
        message: translate(authoringMessages.toWhich),
        options: names.map((name) => ({ value: name, label: name })),
      };
      const trait = yield {
        kind: 'select',
        id: 'add.trait',
        flag: '',
        message: translate(authoringMessages.whichTrait),
        options: Object.entries(form.traits).map(([value, { label, summary }]) => ({
          value,
          label: label[translate.language],
          hint: summary[translate.language],
        })),
      };
      return [String(component), String(trait)];
    },
  };
  const outcome = await askAddition(context, opened, { model, addition });
  if (outcome.kind === 'stopped') return undefined;
  const [component, trait] = outcome.value;
  const field = ownEntry(form.traits, trait)?.field;
  const list = opened.edit.at(['component']);
  const index = Array.isArray(list) ? list.findIndex((each) => componentName(each) === component) : -1;
  if (field === undefined || index < 0) return undefined;
  return { index, component, trait, field };
}

function componentNames({ edit }: EditedDocument): readonly string[] {
  const list = edit.at(['component']);
  return Array.isArray(list) ? list.flatMap((each) => componentName(each) ?? []) : [];
}

function componentName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
  return typeof value.name === 'string' ? value.name : undefined;
}

/** Finds a trait by name, ignoring case. */
function traitNamed({ traits }: DocumentForm, named: string | undefined): string | undefined {
  if (named === undefined) return undefined;
  const found = Object.keys(traits).find((each) => each.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return found;
  const near = closestName(named, Object.keys(traits));
  throw new CliError(authoringMessages.noTrait({ name: named }), {
    code: 'TRAIT_NOT_FOUND',
    exitCode: ExitCode.usage,
    hint: near === undefined ? authoringMessages.allTraits : documentMessages.didYouMean({ name: near }),
  });
}

function conflict(code: string, text: Message, hint: Message): CliError {
  return new CliError(text, { code, exitCode: ExitCode.conflict, hint });
}
