/**
 * The messages of plug-ins, in English and Chinese. A process that translates texts of another one passes
 * `pluginCatalogues` to its translator, so this module imports nothing else of the package.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { pluginMessages } from './plugin.ts';

/** Messages about plug-ins. */
export const pluginCatalogues: readonly MessageCatalogue[] = [pluginMessages];
export { pluginMessages } from './plugin.ts';
