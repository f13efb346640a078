import { toError } from '@kubemin/base';
import { PlatformError } from '@kubemin/client';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import { formatDuration } from '../../terminal/duration.ts';
import { VERSION } from '../../terminal/version.ts';
import type { Check } from '../check.ts';

/** Whether there is a platform, whether it answers, and whether it is of this version. */
export const serverCheck: Check = {
  name: 'server',
  title: inBoth(doctorWords, (say) => say.server),
  needs: 'nothing',
  look: async ({ connection, absence }) => {
    if (connection === undefined) {
      const found = absence ?? inBoth(doctorWords, (say) => say.noPlatform);
      return { outcome: 'fail', found, fix: inBoth(doctorWords, (say) => say.startOne) };
    }
    const { client, url } = connection;
    try {
      const { version, status, message } = await client.readiness();
      if (version !== undefined && version !== VERSION) {
        return {
          outcome: 'warn',
          found: inBoth(doctorWords, (say) => say.skew(VERSION, version)),
          fix: inBoth(doctorWords, (say) => say.sameVersion),
        };
      }
      if (status === 'ready')
        return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.answers(url, VERSION)) };
      const why = message ?? status;
      return {
        outcome: 'warn',
        found: { en: why, zh: why },
        fix: inBoth(doctorWords, (say) => say.listClusters),
      };
    } catch (error) {
      const why = toError(error).message;
      return {
        outcome: 'fail',
        found: { en: why, zh: why },
        fix: inBoth(doctorWords, (say) => say.startOne),
      };
    }
  },
};

const SOON_MS = 7 * 86_400_000;

/** Whether the token is accepted, for what, and for how long. */
export const tokenCheck: Check = {
  name: 'token',
  title: inBoth(doctorWords, (say) => say.token),
  needs: 'platform',
  look: async ({ connection, context }) => {
    try {
      const { user, scopes, expireTime } = await connection.client.whoami();
      if (expireTime !== undefined && Date.parse(expireTime) - context.clock.now() < SOON_MS) {
        return {
          outcome: 'warn',
          found: inBoth(doctorWords, (say) => say.expires(user, expireTime)),
          fix: inBoth(doctorWords, (say) => say.newToken),
        };
      }
      const allowed = scopes?.join(' ');
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.tokenOf(user, allowed ?? say.everything)) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 401) throw error;
      return {
        outcome: 'fail',
        found: { en: error.message, zh: error.message },
        fix: inBoth(doctorWords, (say) => say.newToken),
      };
    }
  },
};

/** Whether an instance lives that executes runs. */
export const workersCheck: Check = {
  name: 'workers',
  title: inBoth(doctorWords, (say) => say.workers),
  needs: 'platform',
  look: async ({ connection }) => {
    const { workers } = await connection.client.metricsWorkers();
    const alive = workers.filter((worker) => worker.alive);
    if (alive.length > 0)
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.workersLive(alive.length)) };
    return {
      outcome: 'fail',
      found: inBoth(doctorWords, (say) => say.noWorkers),
      fix: inBoth(doctorWords, (say) => say.startWorker),
    };
  },
};

const TOO_LONG_MS = 5 * 60_000;

/** Whether news of work gets through, and whether work waits too long. */
export const queueCheck: Check = {
  name: 'queue',
  title: inBoth(doctorWords, (say) => say.queue),
  needs: 'platform',
  look: async ({ connection }) => {
    const { client } = connection;
    const [{ instance }, { queue }] = await Promise.all([client.readiness(), client.metricsSummary()]);
    const { driver, status } = instance.queue;
    if (status !== 'up') {
      return {
        outcome: 'warn',
        found: inBoth(doctorWords, (say) => say.queueDown(driver)),
        fix: inBoth(doctorWords, (say) => say.mendQueue),
      };
    }
    const oldest = formatDuration(queue.oldestWaitMs);
    if (queue.oldestWaitMs > TOO_LONG_MS) {
      return {
        outcome: 'warn',
        found: inBoth(doctorWords, (say) => say.waitsLong(oldest)),
        fix: inBoth(doctorWords, (say) => say.seeQueue),
      };
    }
    const { waiting, running } = queue;
    return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.queueFine(driver, waiting, running)) };
  },
};

/** Whether Prometheus can ask, as far as this token tells. */
export const metricsCheck: Check = {
  name: 'metrics',
  title: inBoth(doctorWords, (say) => say.metrics),
  needs: 'platform',
  look: async ({ connection }) => {
    try {
      await connection.client.metrics();
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.metricsServed(`${connection.url}/metrics`)) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status === undefined) throw error;
      return {
        outcome: 'warn',
        found: { en: error.message, zh: error.message },
        fix: inBoth(doctorWords, (say) => say.allowMetrics),
      };
    }
  },
};

/** Dates in HTTP are full seconds, and the answer takes its time. */
const TOLERATED_MS = 5_000;

/** Whether this machine and the platform agree what time it is; tokens and leases need that. */
export const clockCheck: Check = {
  name: 'clock',
  title: inBoth(doctorWords, (say) => say.clock),
  needs: 'platform',
  look: async ({ connection, context }) => {
    const response = await fetch(`${connection.url}/healthz`);
    await response.body?.cancel();
    const theirs = Date.parse(response.headers.get('date') ?? '');
    const apart = Math.round(Math.abs(context.clock.now() - theirs) / 1000);
    if (Number.isNaN(theirs)) return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.noDate) };
    if (apart * 1000 <= TOLERATED_MS) return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.sameTime) };
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.apart(apart)),
      fix: inBoth(doctorWords, (say) => say.setClock),
    };
  },
};
