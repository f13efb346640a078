import type { Clock, Logger } from '@kubemin/base';
import { builtinJobTypes } from '@kubemin/engine';
import { builtinRegistry, builtinStepDeclarations } from '@kubemin/model';
import {
  DEFAULT_PLUGIN_LIMITS,
  type LoadedPlugins,
  loadPlugins,
  type PluginLimits,
  type ThreadEntry,
} from '@kubemin/plugin/host';
import type { CommandContext } from '../terminal/index.ts';

/** Which plug-ins, and what they may take. */
export interface OpenPluginsOptions {
  /** Directories, files or packages; relative to the working directory. */
  readonly sources: readonly string[];
  readonly limits?: Partial<PluginLimits>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Variables that plug-ins see; those of the platform, some of which are secret, they do not. */
const PLUGIN_VARIABLE = /^KUBEMIN_PLUGIN_[A-Z]/;
const BUILT_IN_GATEWAYS = ['ingress', 'gateway-api', 'istio'];

/** Loads plug-ins. Those that fail are among the states of the result. */
export function openPlugins(
  context: Pick<CommandContext, 'program' | 'cwd' | 'env'>,
  { sources, limits, clock, logger }: OpenPluginsOptions,
): Promise<LoadedPlugins> {
  return loadPlugins({
    sources,
    cwd: context.cwd,
    entry: threadEntry(context),
    limits: { ...DEFAULT_PLUGIN_LIMITS, ...limits },
    env: Object.fromEntries(
      Object.entries(context.env).flatMap(([name, value]) =>
        value !== undefined && PLUGIN_VARIABLE.test(name) ? [[name, value]] : [],
      ),
    ),
    clock,
    logger: logger.child({ part: 'plugins' }),
    known: {
      traits: Object.keys(builtinRegistry.traits),
      componentTypes: Object.keys(builtinRegistry.componentTypes),
      jobTypes: builtinJobTypes.map(({ name }) => name),
      stepTypes: [...Object.keys(builtinRegistry.jobTypes), ...builtinStepDeclarations.map(({ name }) => name)],
      gateways: BUILT_IN_GATEWAYS,
      notifiers: [],
      kinds: builtinJobTypes.flatMap(({ kinds }) => kinds),
    },
  });
}

/** The bundle starts its threads by role, as it does its processes; the sources have a smaller program for them. */
function threadEntry({ program }: Pick<CommandContext, 'program'>): ThreadEntry {
  const entry = program.at(-1) ?? '';
  if (entry.endsWith('.mjs')) return { file: entry, argv: ['plugin-thread'] };
  return { file: new URL(import.meta.resolve('@kubemin/plugin/thread-main')), argv: [] };
}
