import type { DataDirectory, Endpoints } from '../../connection/index.ts';
import { startMessages, upMessages } from '../../messages/index.ts';
import { clusterSettings, type SettingValues, serverSettings } from '../../settings/index.ts';
import { CliError, ExitCode } from '../../terminal/index.ts';

/** Something that was asked for, and how it is. */
export interface Difference {
  readonly what: string;
  readonly running: string;
  readonly asked: string;
}

/** Settings in which a running KubeMin differs from these. Settings that are not given, and port 0, match anything. */
export function settingDifferences(endpoints: Endpoints, values: SettingValues): readonly Difference[] {
  const asked: readonly (readonly [what: string, running: unknown, asked: unknown])[] = [
    ['--cluster', endpoints.context ?? '-', values.get(clusterSettings.cluster)],
    ['--port', urlPort(endpoints.platform), values.get(serverSettings.port) || undefined],
    ['--kube-port', urlPort(endpoints.kubernetes), givenValue(values, 'kubePort') || undefined],
    ['--nodes', endpoints.nodes?.count, givenValue(values, 'nodes')],
  ];
  return asked
    .filter(([, running, value]) => value !== undefined && running !== undefined && running !== value)
    .map(([what, running, value]) => ({ what, running: String(running), asked: String(value) }));
}

/** Throws a CliError when a running KubeMin cannot stand for the one that was asked for. */
export function requireSameSettings(endpoints: Endpoints, values: SettingValues, { path }: DataDirectory): void {
  const found = settingDifferences(endpoints, values);
  const isServer = endpoints.command === 'server' || endpoints.kubernetes === undefined;
  if (!isServer && found.length === 0) return;
  throw new CliError(
    isServer
      ? upMessages.runsAsServer({ directory: path })
      : upMessages.runsOtherwise({
          directory: path,
          differences: found.map((each) => upMessages.differs(each)),
        }),
    { code: 'ALREADY_RUNNING', exitCode: ExitCode.conflict, hint: startMessages.useOrStop },
  );
}

function givenValue(values: SettingValues, name: 'kubePort' | 'nodes'): number | undefined {
  const setting = serverSettings[name];
  return values.isSet(setting) ? values.get(setting) : undefined;
}

function urlPort(url: string | undefined): number | undefined {
  return url === undefined ? undefined : Number(new URL(url).port);
}
