/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { objectsMessages } from './objects.ts';
import { templateMessages } from './template.ts';
import { updateMessages } from './update.ts';

/** Messages about rendered objects, templates and updates. */
export const renderCatalogues: readonly MessageCatalogue[] = [objectsMessages, updateMessages, templateMessages];
export { objectsMessages } from './objects.ts';
export { templateMessages } from './template.ts';
export { updateMessages } from './update.ts';
