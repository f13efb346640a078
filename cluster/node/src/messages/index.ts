/**
 * The messages of this package, in English and Chinese; readers in other processes import the catalogues.
 */
import type { MessageCatalogue } from '@kubemin/base/message';
import { buildMessages } from './build.ts';
import { containerdMessages } from './containerd.ts';
import { imageMessages } from './images.ts';
import { kubeletMessages } from './kubelet.ts';
import { pullMessages, pushMessages } from './pull.ts';
import { registryMessages } from './registry.ts';
import { ruleMessages } from './rules.ts';
import { runtimeMessages } from './runtime.ts';

/** The texts of the node that people see, for readers in other processes. */
export const nodeCatalogues: readonly MessageCatalogue[] = [
  buildMessages,
  containerdMessages,
  imageMessages,
  kubeletMessages,
  pullMessages,
  pushMessages,
  registryMessages,
  ruleMessages,
  runtimeMessages,
];
export { buildMessages } from './build.ts';
export { containerdMessages } from './containerd.ts';
export { imageMessages } from './images.ts';
export { kubeletMessages } from './kubelet.ts';
export { pullMessages, pushMessages } from './pull.ts';
export { registryMessages } from './registry.ts';
export { ruleMessages } from './rules.ts';
export { runtimeMessages } from './runtime.ts';
