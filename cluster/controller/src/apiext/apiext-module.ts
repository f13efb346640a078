import type { Routes } from '../http/http-router.ts';
import type { CallerClients } from './caller-clients.ts';

/** Routes of one's own beside those of resources. */
export interface ApiExtModule {
  /** What all its paths begin with, such as `/v1`. */
  readonly prefix: string;
  /** Called once, when the API is made; paths are given without the prefix. */
  register(routes: Routes, clients: CallerClients): void;
}
