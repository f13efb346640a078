export type { CallerGate } from '../apiext/caller-gate.ts';
