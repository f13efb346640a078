import { type Clock, Disposables, type Logger, type Random } from '@kubemin/base';
import { createEngine } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { createPlatformServer } from '@kubemin/server';
import { openSqlite } from '@kubemin/sql';
import type { DataDirectory } from './data-directory.ts';
import { platformModel } from './platform-model.ts';

export interface PlatformPlaneOptions {
  readonly directory: DataDirectory;
  /** The cluster to deliver to, embedded or not: the platform cannot tell. */
  readonly client: KubeClient;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly adminToken: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The platform, running: engine at work, REST API on its port. */
export interface PlatformPlane {
  readonly url: string;
  close(): Promise<void>;
}

export async function startPlatformPlane(options: PlatformPlaneOptions): Promise<PlatformPlane> {
  const { directory, client, clock, random } = options;
  const logger = options.logger.child({ part: 'platform' });
  const open = new Disposables();
  try {
    const database = await openSqlite({ path: directory.platformDatabase });
    open.add(() => database.close());
    const engine = await createEngine({
      database,
      client,
      renderer: createRenderer(builtinRenderRegistry),
      clock,
      random,
      logger,
      executorId: random.uuid(),
      // Whoever holds the directory's lock is the only executor of its database: what was running is nobody's now.
      settings: { takeOver: 'all' },
    });
    await engine.start();
    open.add(() => engine.stop());
    const server = await createPlatformServer({
      database,
      engine,
      model: platformModel(),
      client,
      clock,
      random,
      logger,
      tokens: [{ user: 'admin', token: options.adminToken }],
    });
    open.add(() => server.close());
    const { url } = await server.listen({ host: options.host, port: options.port });
    return { url, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}
