import { errorMessage, verbatim } from '@kubemin/base/message';
import { PlatformError } from '@kubemin/client';
import { doctorMessages } from '../../messages/index.ts';
import { formatDuration, sentMessage, VERSION } from '../../terminal/index.ts';
import type { Check } from '../check.ts';

/** Whether a platform exists, responds, and has this version. */
export const serverCheck: Check = {
  name: 'server',
  title: doctorMessages.server,
  needs: 'nothing',
  run: async ({ connection, absence }) => {
    if (connection === undefined) {
      const found = absence ?? doctorMessages.noPlatform;
      return { outcome: 'fail', found, fix: doctorMessages.startOne };
    }
    const { client, url } = connection;
    try {
      const readiness = await client.readiness();
      const { version, status, message } = readiness;
      if (version !== undefined && version !== VERSION) {
        return {
          outcome: 'warn',
          found: doctorMessages.skew({ client: VERSION, server: version }),
          fix: doctorMessages.sameVersion,
        };
      }
      if (status === 'ready') return { outcome: 'pass', found: doctorMessages.responds({ url, version: VERSION }) };
      return {
        outcome: 'warn',
        found: sentMessage(readiness, 'message', message ?? status),
        fix: doctorMessages.listClusters,
      };
    } catch (error) {
      return {
        outcome: 'fail',
        found: errorMessage(error),
        fix: doctorMessages.startOne,
      };
    }
  },
};

const SOON_MS = 7 * 86_400_000;

/** Whether the token is accepted, for what, and for how long. */
export const tokenCheck: Check = {
  name: 'token',
  title: doctorMessages.token,
  needs: 'platform',
  run: async ({ connection, context }) => {
    try {
      const { user, scopes, expireTime } = await connection.client.whoami();
      if (expireTime !== undefined && Date.parse(expireTime) - context.clock.now() < SOON_MS) {
        return {
          outcome: 'warn',
          found: doctorMessages.expires({ user, time: expireTime }),
          fix: doctorMessages.newToken,
        };
      }
      const allowed = scopes === undefined ? doctorMessages.everything : verbatim(scopes.join(' '));
      return { outcome: 'pass', found: doctorMessages.tokenOf({ user, scopes: allowed }) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 401) throw error;
      return {
        outcome: 'fail',
        found: errorMessage(error),
        fix: doctorMessages.newToken,
      };
    }
  },
};

/** Whether an instance lives that executes runs. */
export const workersCheck: Check = {
  name: 'workers',
  title: doctorMessages.workers,
  needs: 'platform',
  run: async ({ connection }) => {
    const { workers } = await connection.client.metricsWorkers();
    const alive = workers.filter((worker) => worker.alive);
    if (alive.length > 0) return { outcome: 'pass', found: doctorMessages.workersLive({ count: alive.length }) };
    return {
      outcome: 'fail',
      found: doctorMessages.noWorkers,
      fix: doctorMessages.startWorker,
    };
  },
};

const TOO_LONG_MS = 5 * 60_000;

/** Whether news of work gets through, and whether work waits too long. */
export const queueCheck: Check = {
  name: 'queue',
  title: doctorMessages.queue,
  needs: 'platform',
  run: async ({ connection }) => {
    const { client } = connection;
    const [{ instance }, { queue }] = await Promise.all([client.readiness(), client.metricsSummary()]);
    const { driver, status } = instance.queue;
    if (status !== 'up') {
      return {
        outcome: 'warn',
        found: doctorMessages.queueDown({ driver }),
        fix: doctorMessages.checkQueue,
      };
    }
    const oldest = formatDuration(queue.oldestWaitMs);
    if (queue.oldestWaitMs > TOO_LONG_MS) {
      return {
        outcome: 'warn',
        found: doctorMessages.waitsLong({ oldest }),
        fix: doctorMessages.seeQueue,
      };
    }
    const { waiting, running } = queue;
    return { outcome: 'pass', found: doctorMessages.queueFine({ driver, waiting, running }) };
  },
};

/** Whether metrics can be read, as far as this token shows. */
export const metricsCheck: Check = {
  name: 'metrics',
  title: doctorMessages.metrics,
  needs: 'platform',
  run: async ({ connection }) => {
    try {
      await connection.client.metrics();
      return { outcome: 'pass', found: doctorMessages.metricsServed({ url: `${connection.url}/metrics` }) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status === undefined) throw error;
      return {
        outcome: 'warn',
        found: errorMessage(error),
        fix: doctorMessages.allowMetrics,
      };
    }
  },
};

/** Dates in HTTP are full seconds, and the response takes time. */
const TOLERATED_MS = 5_000;

/** Whether this machine and the platform agree what time it is; tokens and leases need that. */
export const clockCheck: Check = {
  name: 'clock',
  title: doctorMessages.clock,
  needs: 'platform',
  run: async ({ connection, context }) => {
    const response = await fetch(`${connection.url}/healthz`);
    await response.body?.cancel();
    const theirs = Date.parse(response.headers.get('date') ?? '');
    const apart = Math.round(Math.abs(context.clock.now() - theirs) / 1000);
    if (Number.isNaN(theirs)) return { outcome: 'skip', found: doctorMessages.noDate };
    if (apart * 1000 <= TOLERATED_MS) return { outcome: 'pass', found: doctorMessages.sameTime };
    return {
      outcome: 'warn',
      found: doctorMessages.apart({ seconds: apart }),
      fix: doctorMessages.setClock,
    };
  },
};

/** Whether projects with applications have namespaces of their own. Applications without a project cannot be bound. */
export const projectsCheck: Check = {
  name: 'projects',
  title: doctorMessages.projects,
  needs: 'platform',
  run: async ({ connection }) => {
    const { projects } = await connection.client.listProjects();
    const named = projects.filter(({ name }) => name !== '');
    const unbound = named.filter(({ bound, applications }) => !bound && applications > 0).map(({ name }) => name);
    const [first] = unbound;
    if (first === undefined) {
      const count = named.filter(({ bound }) => bound).length;
      return { outcome: 'pass', found: doctorMessages.allBound({ count }) };
    }
    return {
      outcome: 'warn',
      found: doctorMessages.unboundProjects({ projects: unbound }),
      fix: doctorMessages.bindThem({ project: first }),
    };
  },
};

/** Whether all plug-ins that the platform was started with are loaded. */
export const pluginsCheck: Check = {
  name: 'plugins',
  title: doctorMessages.plugins,
  needs: 'platform',
  run: async ({ connection }) => {
    const { plugins } = await connection.client.listPlugins();
    const failed = plugins.find(({ state }) => state === 'failed');
    if (failed === undefined)
      return { outcome: 'pass', found: doctorMessages.pluginsLoaded({ count: plugins.length }) };
    const { source, message = '' } = failed;
    return {
      outcome: 'fail',
      found: doctorMessages.pluginFailed({ source, reason: sentMessage(failed, 'message', message) }),
      fix: doctorMessages.fixPlugin,
    };
  },
};
