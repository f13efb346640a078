import { readFileSync } from 'node:fs';
import type { Clock } from '@kubemin/base';
import { ConnectionGuard, type ConnectionLimitChoices, connectionLimits } from '@kubemin/base/connections';
import { accessSettings, type SettingValues } from '../settings/index.ts';

/** Where the operating system does not name a limit. */
const USUAL_LIMIT = 1024;
/** Beyond this the limit bounds nothing in practice, and may be written as a number that is not exact. */
const LARGEST_LIMIT = 1_048_576;

/** One guard for all ports of this process. */
export function connectionGuard(choices: ConnectionLimitChoices, clock: Clock): ConnectionGuard {
  return new ConnectionGuard({ limits: connectionLimits(openFileLimit(), choices), clock });
}

/** The limits that the settings name. */
export function connectionChoices(values: SettingValues): ConnectionLimitChoices {
  return {
    unauthenticated: values.get(accessSettings.unauthenticatedConnections),
    unauthenticatedPerAddress: values.get(accessSettings.unauthenticatedPerAddress),
    unauthenticatedIdleMs: values.get(accessSettings.unauthenticatedTimeout),
    authenticated: values.get(accessSettings.authenticatedConnections),
  };
}

/** How many files this process may have open. */
function openFileLimit(): number {
  const limit = readProcLimit() ?? readReportLimit() ?? USUAL_LIMIT;
  return Math.min(limit, LARGEST_LIMIT);
}

/** Linux: cheaper than a report. */
function readProcLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return parseLimit(soft);
  } catch {
    // No such file on other systems.
    return undefined;
  }
}

function readReportLimit(): number | undefined {
  const report: unknown = process.report?.getReport();
  const limits = property(report, 'userLimits');
  return parseLimit(property(property(limits, 'open_files'), 'soft'));
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function parseLimit(value: unknown): number | undefined {
  if (value === 'unlimited') return LARGEST_LIMIT;
  const limit = Number(value);
  return Number.isInteger(limit) && limit > 0 ? limit : undefined;
}
