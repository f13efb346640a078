import { connectMessages, contextMessages } from '../messages/index.ts';
import { CliError, type CommandContext, configDirectory, ExitCode } from '../terminal/index.ts';
import { type DataDirectory, dataDirectory } from './data-directory.ts';
import { findPlatform } from './find-platform.ts';
import { savedPlatform } from './saved-platforms.ts';

/** Which platform a command talks to. */
export type ChosenPlatform =
  | { readonly kind: 'directory'; readonly directory: DataDirectory; readonly context: string | undefined }
  | {
      readonly kind: 'address';
      readonly url: string;
      readonly token: string | undefined;
      readonly context: string | undefined;
    };

/**
 * The platform a command talks to. Options count before variables, these before the context in use, and that before what
 * runs on this machine. Where several run and none was chosen, a line on stderr names the one that is used, once.
 */
export async function choosePlatform(context: CommandContext): Promise<ChosenPlatform> {
  const { env, dataDir, contextName, preferences } = context;
  if (dataDir !== undefined && contextName !== undefined) throw twoPlaces();
  if (dataDir !== undefined) return ofDirectory(context);
  if (contextName !== undefined) return ofSaved(context, contextName);
  if (env.KUBEMIN_URL) return { kind: 'address', url: env.KUBEMIN_URL, token: undefined, context: undefined };
  if (env.KUBEMIN_CONTEXT) return ofSaved(context, env.KUBEMIN_CONTEXT);
  if (!env.KUBEMIN_HOME && preferences.context !== undefined) return ofSaved(context, preferences.context);
  return ofDirectory(context);
}

function ofDirectory(context: CommandContext): ChosenPlatform {
  const { directory, running } = findPlatform(context);
  const [used, ...others] = running;
  if (used !== undefined && others.length > 0) {
    const also = others.map((other) => `${other.directory.path} (${other.endpoints.platform})`).join(', ');
    noteOnce(
      context,
      context.translate(
        connectMessages.oneOfSeveral({ path: directory.path, url: used.endpoints.platform, others: also }),
      ),
    );
  }
  return { kind: 'directory', directory, context: undefined };
}

/** A command may ask several times which platform is meant. */
function noteOnce({ notes, terminal }: CommandContext, text: string): void {
  if (notes.has(text)) return;
  notes.add(text);
  terminal.err(`${text}\n`);
}

async function ofSaved(context: CommandContext, name: string): Promise<ChosenPlatform> {
  const platform = await savedPlatform(configDirectory(context), name);
  return platform.kind === 'address'
    ? { kind: 'address', url: platform.url, token: platform.token, context: name }
    : { kind: 'directory', directory: dataDirectory(platform.dataDir), context: name };
}

function twoPlaces(): CliError {
  return new CliError(contextMessages.twoPlaces, {
    code: 'TWO_PLATFORMS',
    exitCode: ExitCode.usage,
    hint: contextMessages.takeOne,
  });
}
