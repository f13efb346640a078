/**
 * Shells in containers, in tabs of the dock. The emulator is loaded when the first one is opened. A session has the rights
 * of the user on the platform (`exec`) and no credentials of the cluster.
 */
export { useOpenTerminal } from './open-terminal.tsx';
