/**
 * The messages of rendering, templates and updates, in English and Chinese. A process that translates texts of another
 * one passes `renderCatalogues` to its translator, so this module imports nothing else of the package.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { objectsMessages, updateMessages } from './objects.ts';
import { templateMessages } from './template.ts';

/** Messages about rendered objects, templates and updates. */
export const renderCatalogues: readonly MessageCatalogue[] = [objectsMessages, updateMessages, templateMessages];
export { objectsMessages, updateMessages } from './objects.ts';
export { templateMessages } from './template.ts';
