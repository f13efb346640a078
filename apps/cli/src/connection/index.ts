/**
 * Which platform, data directory and cluster a command uses: `connect` returns the client of the chosen platform
 * (options, then variables, then the context in use, then what runs on this machine). `DataDirectory` names the files
 * of one KubeMin; its lock belongs to the operating system and ends with the process. `selectCluster` never uses a
 * kubeconfig of this machine unless it was named, so that no command reaches another cluster by mistake.
 * `selectDataDirectory`, for commands that replace or delete data, throws where it is not clear which one is meant.
 */
export { loadOrCreateAdminToken, readAdminToken } from './admin-token.ts';
export { commandLine, startCommand, startOption, typedProgram, withWorkingCommands } from './advice.ts';
export { allApplications } from './all-applications.ts';
export { type ChosenPlatform, choosePlatform } from './choose-platform.ts';
export { clusterAccess, clusterSearch } from './cluster-access.ts';
export {
  type Connection,
  connect,
  oneTimeLoginUrl,
  type PlatformAccess,
  platformAccess,
  type WebPage,
  webAddress,
} from './connect.ts';
export {
  type DataDirectory,
  dataDirectory,
  isDataDirectory,
  keepsSomething,
  ownedPaths,
  prepareDataDirectory,
  sweepLeftovers,
  tightenDataDirectory,
} from './data-directory.ts';
export { acquireDirectoryLock, isHeld } from './directory-lock.ts';
export { type Endpoints, isSameProcess, readEndpoints, removeEndpoints, writeEndpoints } from './endpoints-file.ts';
export { findApplication } from './find-application.ts';
export {
  findPlatform,
  localDataDirectory,
  ownDataDirectory,
  selectDataDirectory,
  upDataDirectory,
} from './find-platform.ts';
export { activeOrCancelledRun, activeRun, findRun, latestRun } from './find-run.ts';
export { readLink, removeLink, resolveApplicationName, writeLink } from './linked-application.ts';
export { localClient } from './local-fetch.ts';
export { openPlatformSocket, type PlatformSocket } from './platform-socket.ts';
export { recordPlatform, runningPlatforms } from './running-platforms.ts';
export {
  forgetPlatform,
  readPlatformUrl,
  readSavedPlatforms,
  type SavedPlatform,
  savedPlatform,
  savePlatform,
} from './saved-platforms.ts';
export {
  type ClusterOptions,
  clusterName,
  confirmForeign,
  foreignPlace,
  nameForeign,
  platformCluster,
  selectCluster,
} from './selected-cluster.ts';
