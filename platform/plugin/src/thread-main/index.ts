/** The program of a plug-in's thread where it is started from the sources; the bundle starts it by role. */
import { parentPort, workerData } from 'node:worker_threads';
import { runPluginThread } from '../thread/index.ts';

if (parentPort !== null) await runPluginThread(parentPort, workerData);
