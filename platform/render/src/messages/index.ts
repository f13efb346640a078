import type { MessageCatalogue } from '@kubemin/base/message';
import { composeMessages } from './compose.ts';
import { convertMessages } from './convert.ts';
import { manifestsMessages } from './manifests.ts';
import { minik8sMessages } from './minik8s.ts';
import { objectsMessages } from './objects.ts';
import { scoreMessages } from './score.ts';
import { templateMessages } from './template.ts';
import { updateMessages } from './update.ts';

/** What is reported about rendering, templates, updates and conversions. */
export const renderCatalogues: readonly MessageCatalogue[] = [
  objectsMessages,
  updateMessages,
  templateMessages,
  convertMessages,
  composeMessages,
  manifestsMessages,
  minik8sMessages,
  scoreMessages,
];
