/**
 * The messages of conversions, in English and Chinese. A process that translates texts of another one passes
 * `convertCatalogues` to its translator, so this module imports nothing else of the package.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { composeMessages } from './compose.ts';
import { convertMessages } from './convert.ts';
import { manifestsMessages } from './manifests.ts';
import { minik8sMessages } from './minik8s.ts';
import { scoreMessages } from './score.ts';

/** Messages about conversions from and to other formats. */
export const convertCatalogues: readonly MessageCatalogue[] = [
  convertMessages,
  composeMessages,
  manifestsMessages,
  minik8sMessages,
  scoreMessages,
];
export { composeMessages } from './compose.ts';
export { convertMessages } from './convert.ts';
export { manifestsMessages } from './manifests.ts';
export { minik8sMessages } from './minik8s.ts';
export { scoreMessages } from './score.ts';
