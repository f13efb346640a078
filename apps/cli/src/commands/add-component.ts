import type { DocumentReader } from '@kubemin/model';
import { askAddition, askComponent, openDocument, saveDocument, withLocalTools } from '../documents/index.ts';
import { authoringMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

export interface AddComponentOptions {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly image: string | undefined;
  readonly port: string | undefined;
  readonly expose: 'yes' | 'no' | undefined;
  readonly traits: string | undefined;
  readonly set: readonly string[];
  readonly file: string | undefined;
  readonly plugins: readonly string[];
}

const FLAGS = {
  name: 'NAME',
  type: '--type',
  image: '--image',
  'ports.1.port': '--port',
  'ports.1.expose': '--expose',
  traits: '--traits',
};

/** Adds a component to a document, in place. */
export function addComponent(context: CommandContext, options: AddComponentOptions): Promise<ExitCode> {
  const { plugins } = options;
  return withLocalTools(context, { plugins, platform: true }, ({ model }) => writeComponent(context, options, model));
}

async function writeComponent(
  context: CommandContext,
  options: AddComponentOptions,
  model: DocumentReader,
): Promise<ExitCode> {
  const opened = await openDocument(context, options.file, model);
  // Entries that name templates are components of the text, too.
  const present = opened.edit.at(['component']);
  const index = Array.isArray(present) ? present.length : 0;
  const { name, type, image, port, expose, traits, set } = options;
  const outcome = await askAddition(context, opened, {
    model,
    addition: {
      prefix: `component.${index + 1}`,
      given: { name, type, image, 'ports.1.port': port, 'ports.1.expose': expose, traits },
      flags: FLAGS,
      set,
      *script(wizard) {
        yield* askComponent(wizard, index);
        return wizard.sketch.at(['component', index]);
      },
    },
  });
  if (outcome.kind === 'stopped') {
    context.terminal.err(`${context.translate(authoringMessages.stopped)}\n`);
    return ExitCode.interrupted;
  }
  opened.edit.append(['component'], outcome.value);
  const added = String(opened.edit.at(['component', index, 'name']));
  return saveDocument(context, opened, {
    model,
    done: context.translate(authoringMessages.addedComponent({ name: added })),
  });
}
