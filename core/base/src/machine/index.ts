/**
 * What a process takes from its machine: directories with a mode, the state of disks and the metrics of the process. Uses
 * modules of Node, so that the entry file of the package, which also browsers load, does not export it.
 */
export { DiskFullError, findDiskProblem, isDiskFull, makeDirectory, nameFileOnFullDisk } from './file-system.ts';
export { processMetrics } from './process-metrics.ts';
