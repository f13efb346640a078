import { serveImageSource } from '../../containerd/index.ts';
import { type ImageStore, makePauseImage } from '../../images/index.ts';
import type { Relay } from '../../network/index.ts';
import { findUserMap, ownUsers, type UserMap } from '../../sandbox/index.ts';
import type { DriverSettings, DriverSockets, RuntimeDriverName } from '../runtime-drivers.ts';

interface PrepareOptions {
  readonly store: ImageStore;
  readonly sockets: DriverSockets;
  readonly programDirectories: readonly string[];
}

/** What the process that starts a node does for its runtime. The agent, which loads little, has the other side: RuntimeDriver. */
export interface RuntimePreparation {
  /** The users of a node. */
  findUsers(): Promise<UserMap>;
  /** Serves what the runtime needs of this process; the settings go to the agent. */
  prepare(options: PrepareOptions): Promise<{ readonly served: readonly Relay[]; readonly settings: DriverSettings }>;
}

/** By the names of the setting `--runtime`. */
export const RUNTIME_PREPARATIONS: Readonly<Record<RuntimeDriverName, RuntimePreparation>> = {
  sandbox: {
    findUsers: findUserMap,
    prepare: async () => ({ served: [], settings: {} }),
  },
  containerd: {
    findUsers: async () => ownUsers(),
    prepare: async ({ store, sockets, programDirectories }) => {
      const { id, manifest } = await makePauseImage(store, { directories: programDirectories });
      const served = await serveImageSource(sockets.source, store);
      return { served: [served], settings: { pause: { id, manifest: manifest.digest } } };
    },
  },
};
