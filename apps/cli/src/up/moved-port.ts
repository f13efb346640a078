import { startMessages } from '../messages/start.ts';
import type { PortChoice } from '../platform/port-advice.ts';
import { serverSettings } from '../settings/rows/server.ts';
import type { SettingValues } from '../settings/setting-values.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { printMessage } from '../terminal/print-message.ts';

const SETTINGS = {
  port: [serverSettings.port, serverSettings.bindAddr],
  kubePort: [serverSettings.kubePort],
  ingressPort: [serverSettings.ingressPort],
  ingressTlsPort: [serverSettings.ingressTlsPort],
} as const;

/** Notes that a default port gave way to a free one; undefined where the user chose the port, which is never changed. */
export function canMovePort(
  context: CommandContext,
  values: SettingValues,
  name: keyof typeof SETTINGS,
): PortChoice['onTaken'] {
  if (SETTINGS[name].some((setting) => values.isSet(setting))) return undefined;
  const flag = `--${serverSettings[name].flag}`;
  return (taken, used) => printMessage(context, context.translate(startMessages.portMoved({ taken, used, flag })));
}
