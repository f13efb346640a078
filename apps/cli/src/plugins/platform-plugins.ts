import { PlatformError } from '@kubemin/client/error';
import { type PluginDescription, readPluginDescription } from '@kubemin/plugin/description';
import { connect } from '../connection/index.ts';
import { CliError, type CommandContext } from '../terminal/index.ts';

/** The plug-ins of the selected platform as data; none where no platform responds, or an older one. */
export async function platformPlugins(context: CommandContext): Promise<readonly PluginDescription[]> {
  try {
    const { client } = await connect(context);
    const { plugins } = await client.listPlugins();
    return plugins.flatMap(({ description }) => readPluginDescription(description) ?? []);
  } catch (error) {
    if (error instanceof CliError || error instanceof PlatformError) return [];
    throw error;
  }
}
