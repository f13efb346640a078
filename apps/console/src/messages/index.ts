/**
 * The texts of the console, in English and Chinese, one file per subject. Names, codes and texts of Kubernetes are shown as
 * they are. A test finds entries without Chinese and entries that are not used.
 */
export { appsMessages } from './apps.ts';
export { clusterMessages } from './cluster.ts';
export { dockMessages } from './dock.ts';
export { kitMessages } from './kit.ts';
export { loginMessages } from './login.ts';
export { metricsMessages } from './metrics.ts';
export { settingsMessages } from './settings.ts';
export { shellMessages } from './shell.ts';
