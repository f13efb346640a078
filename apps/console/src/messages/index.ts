/**
 * The texts of the console, in English and Chinese, one file per subject. Names, codes and texts of Kubernetes are shown as
 * they are. A test finds entries without Chinese and entries that are not used.
 */
export { appMessages } from './app.ts';
export { appsMessages } from './apps.ts';
export { clusterMessages } from './cluster.ts';
export { dockMessages } from './dock.ts';
export { editorMessages } from './editor.ts';
export { functionsMessages } from './functions.ts';
export { kitMessages } from './kit.ts';
export { loginMessages } from './login.ts';
export { logMessages } from './logs.ts';
export { metricsMessages } from './metrics.ts';
export { newAppMessages } from './new-app.ts';
export { reviewMessages } from './review.ts';
export { runMessages } from './run.ts';
export { runsMessages } from './runs.ts';
export { settingsMessages } from './settings.ts';
export { shellMessages } from './shell.ts';
export { templatesMessages } from './templates.ts';
export { terminalMessages } from './terminal.ts';
