import { silentLogger } from '@kubemin/base';
import type { DocumentReader } from '@kubemin/model';
import type { DocumentRenderer } from '@kubemin/render';
import { pluginHostMessages } from '../messages/index.ts';
import type { CommandContext } from '../terminal/index.ts';
import { platformModel } from './platform-model.ts';

/** What reads and renders documents on this machine. */
export interface LocalTools {
  readonly model: DocumentReader;
  /** Undefined: the built-in one does. */
  readonly renderer?: DocumentRenderer;
}

/** Where further entries of documents come from. */
export interface LocalToolsOptions {
  /** The values of `--plugins`; without any, those of KUBEMIN_PLUGINS. */
  readonly plugins: readonly string[];
  /** Also what plug-ins of the selected platform add, as far as their schemas describe it. @default false */
  readonly platform?: boolean;
}

/**
 * Works on documents with what plug-ins add. A plug-in that cannot be loaded is named, and the others are used. Nothing of
 * plug-ins is loaded where there are none.
 */
export async function withLocalTools<T>(
  context: CommandContext,
  { plugins, platform = false }: LocalToolsOptions,
  work: (tools: LocalTools) => Promise<T>,
): Promise<T> {
  const sources = plugins.length > 0 ? plugins : namedByEnvironment(context);
  if (sources.length === 0) return work((platform ? await platformTools(context) : undefined) ?? builtInTools());
  const { documentTools, openPlugins } = await import('../plugins/index.ts');
  const opened = await openPlugins(context, { sources, clock: context.clock, logger: silentLogger });
  try {
    for (const state of opened.states) {
      if (state.kind === 'loaded') continue;
      const { terminal, translate, style } = context;
      const line = translate(pluginHostMessages.notLoaded({ source: state.source, reason: state.reason }));
      terminal.alert(`${style.yellow('!')} ${line}\n`);
    }
    return await work(documentTools(opened));
  } finally {
    opened.close();
  }
}

/** A model with what plug-ins of the selected platform add; undefined when it has none, or none responds. */
export async function platformTools(context: CommandContext): Promise<LocalTools | undefined> {
  const { platformPlugins, toolsFromDescriptions } = await import('../plugins/index.ts');
  const descriptions = await platformPlugins(context);
  return descriptions.length === 0 ? undefined : toolsFromDescriptions(descriptions);
}

function builtInTools(): LocalTools {
  return { model: platformModel() };
}

function namedByEnvironment({ env }: CommandContext): readonly string[] {
  return (env.KUBEMIN_PLUGINS ?? '')
    .split(',')
    .map((source) => source.trim())
    .filter((source) => source !== '');
}
