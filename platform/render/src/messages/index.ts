import type { MessageCatalogue } from '@kubemin/base/message';
import { objectsMessages } from './objects.ts';
import { templateMessages } from './template.ts';
import { updateMessages } from './update.ts';

/** Messages about rendered objects, templates and updates. */
export const renderCatalogues: readonly MessageCatalogue[] = [objectsMessages, updateMessages, templateMessages];
