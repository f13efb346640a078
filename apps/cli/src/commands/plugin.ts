import { silentLogger } from '@kubemin/base';
import type { Plugin } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { columnMessages, pluginHostMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, printList, sentMessage } from '../terminal/index.ts';

export interface ListPluginsOptions {
  readonly plugins: readonly string[];
}

/** Lists the plug-ins of the platform, or the named ones, which are loaded here. */
export async function listPlugins(
  context: CommandContext,
  { plugins: sources }: ListPluginsOptions,
): Promise<ExitCode> {
  const { translate, terminal, style } = context;
  const isLocal = sources.length > 0;
  const plugins = isLocal ? await loadHere(context, sources) : await listOnPlatform(context);
  await printList(context, {
    items: plugins,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name = '-' }) => name },
      { title: translate(pluginHostMessages.version), cell: ({ version = '-' }) => version },
      { title: translate(pluginHostMessages.contract), cell: ({ contract }) => String(contract ?? '-') },
      {
        title: translate(columnMessages.state),
        cell: ({ state }) => translate(state === 'loaded' ? pluginHostMessages.loaded : pluginHostMessages.failed),
      },
      { title: translate(pluginHostMessages.source), cell: ({ source }) => source },
      { title: translate(pluginHostMessages.adds), cell: describeAdded },
    ],
    name: ({ name, source }) => name ?? source,
  });
  if (plugins.length === 0) {
    terminal.err(`${translate(pluginHostMessages.none)}\n${translate(pluginHostMessages.nameThem)}\n`);
  }
  for (const plugin of plugins) {
    const { source, message } = plugin;
    if (message === undefined) continue;
    const reason = sentMessage(plugin, 'message', message);
    terminal.alert(`${style.red('✗')} ${translate(pluginHostMessages.notLoaded({ source, reason }))}\n`);
  }
  return isLocal && plugins.some(({ state }) => state === 'failed') ? ExitCode.failed : ExitCode.ok;
}

async function listOnPlatform(context: CommandContext): Promise<readonly Plugin[]> {
  const { client } = await connect(context);
  const { plugins } = await client.listPlugins();
  return plugins;
}

async function loadHere(context: CommandContext, sources: readonly string[]): Promise<readonly Plugin[]> {
  const { describePluginState, openPlugins } = await import('../plugins/index.ts');
  const opened = await openPlugins(context, { sources, clock: context.clock, logger: silentLogger });
  try {
    return opened.states.map(describePluginState);
  } finally {
    opened.close();
  }
}

function describeAdded({ adds }: Plugin): string {
  const names = Object.entries(adds).flatMap(([kind, entries]) => entries.map((entry) => `${kind}/${entry}`));
  return names.join(' ') || '-';
}
