import { errorMessage, type Message } from '@kubemin/base/message';
import type { PluginDescription } from '../description/index.ts';
import { isDeliverable } from '../entries/index.ts';
import { pluginMessages } from '../messages/index.ts';
import { findPluginModule, type PluginModule } from './find-module.ts';
import { PluginThread } from './plugin-thread.ts';
import type { ThreadOptions } from './thread-options.ts';

/** The names that plug-ins must not take. */
export interface KnownEntries {
  readonly traits: readonly string[];
  readonly componentTypes: readonly string[];
  readonly jobTypes: readonly string[];
  readonly stepTypes: readonly string[];
  readonly gateways: readonly string[];
  readonly notifiers: readonly string[];
  /** Kinds that built-in job types deliver. */
  readonly kinds: readonly string[];
}

/** A plug-in that works. */
export interface LoadedPlugin extends PluginModule {
  readonly description: PluginDescription;
  readonly thread: PluginThread;
}

/** A plug-in that was asked for, and what became of it. */
export type PluginState =
  | { readonly kind: 'loaded'; readonly source: string; readonly description: PluginDescription }
  | {
      readonly kind: 'failed';
      readonly source: string;
      readonly reason: Message;
    };

export interface LoadPluginsOptions extends ThreadOptions {
  /** Directories, files or names of packages. */
  readonly sources: readonly string[];
  readonly cwd: string;
  readonly known: KnownEntries;
}

/** The plug-ins of this process. */
export class LoadedPlugins {
  readonly loaded: readonly LoadedPlugin[];
  readonly options: ThreadOptions;
  readonly #states: readonly PluginState[];

  constructor(loaded: readonly LoadedPlugin[], states: readonly PluginState[], options: ThreadOptions) {
    this.loaded = loaded;
    this.options = options;
    this.#states = states;
  }

  /** All that were asked for, in that order. */
  get states(): readonly PluginState[] {
    return this.#states;
  }

  close(): void {
    for (const { thread } of this.loaded) thread.close();
  }
}

/**
 * Loads plug-ins. One that fails, that takes a name which is built in, or a name that an earlier
 * one has, is listed with the reason; of two with the same name the first is loaded.
 */
export async function loadPlugins(options: LoadPluginsOptions): Promise<LoadedPlugins> {
  const { logger } = options;
  const loaded: LoadedPlugin[] = [];
  const states: PluginState[] = [];
  // One after the other: one that loops would take the time of those that load beside it.
  for (const source of options.sources) {
    const outcome = await loadPlugin(source, options);
    const conflict =
      outcome.kind === 'loaded' ? findConflict(outcome.description, loaded, options.known) : outcome.reason;
    if (outcome.kind === 'loaded' && conflict === undefined) {
      const { description } = outcome;
      loaded.push(outcome);
      states.push({ kind: 'loaded', source, description });
      logger.info('plug-in loaded', { plugin: description.name, version: description.version, source });
    } else if (conflict !== undefined) {
      if (outcome.kind === 'loaded') outcome.thread.close();
      states.push({ kind: 'failed', source, reason: conflict });
      logger.error('plug-in not loaded', { source, error: conflict.message });
    }
  }
  return new LoadedPlugins(loaded, states, options);
}

type Outcome =
  | ({ readonly kind: 'loaded' } & LoadedPlugin)
  | { readonly kind: 'failed'; readonly source: string; readonly reason: Message };

async function loadPlugin(source: string, options: LoadPluginsOptions): Promise<Outcome> {
  try {
    const module = await findPluginModule(source, options.cwd);
    const thread = new PluginThread(module, options);
    return { kind: 'loaded', ...module, thread, description: await thread.load() };
  } catch (error) {
    return { kind: 'failed', source, reason: errorMessage(error) };
  }
}

const KINDS = {
  traits: pluginMessages.trait,
  componentTypes: pluginMessages.componentType,
  jobTypes: pluginMessages.jobType,
  stepTypes: pluginMessages.stepType,
  gateways: pluginMessages.gateway,
  notifiers: pluginMessages.notifier,
} as const;

function findConflict(
  added: PluginDescription,
  loaded: readonly LoadedPlugin[],
  known: KnownEntries,
): Message | undefined {
  const same = loaded.find(({ description }) => description.name === added.name);
  if (same !== undefined) return pluginMessages.nameTaken({ source: same.source });
  for (const [entry, { resource }] of Object.entries(added.jobTypes)) {
    if (!isDeliverable(resource)) return pluginMessages.kindNotDeliverable({ entry, kind: resource.kind });
  }
  for (const { kind, entry, list } of addedNames(added)) {
    if (known[list].includes(entry)) return pluginMessages.builtInEntry({ kind, entry });
    const other = loaded.find(({ description }) =>
      addedNames(description).some((each) => each.list === list && each.entry === entry),
    );
    if (other !== undefined) return pluginMessages.entryTaken({ kind, entry, plugin: other.description.name });
  }
  return undefined;
}

function addedNames(description: PluginDescription) {
  const { traits, componentTypes, jobTypes, stepTypes, gateways, notifiers } = description;
  const lists = { traits, componentTypes, jobTypes, stepTypes, gateways, notifiers };
  const names = Object.entries(lists).flatMap(([list, entries]) =>
    isList(list) ? Object.keys(entries).map((entry) => ({ list, entry, kind: KINDS[list] })) : [],
  );
  const kinds = Object.values(jobTypes).map(({ resource }) => ({
    list: 'kinds' as const,
    entry: resource.kind,
    kind: pluginMessages.objectKind,
  }));
  return [...names, ...kinds];
}

function isList(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}
