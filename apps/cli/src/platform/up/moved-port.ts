import { startMessages } from '../../messages/index.ts';
import { functionSettings, type SettingValues, serverSettings } from '../../settings/index.ts';
import { type CommandContext, printMessage } from '../../terminal/index.ts';
import type { PortChoice } from '../port-advice.ts';

const SETTINGS = {
  port: [serverSettings.port, serverSettings.bindAddr],
  kubePort: [serverSettings.kubePort],
  ingressPort: [serverSettings.ingressPort],
  registryPort: [serverSettings.registryPort],
  ingressTlsPort: [serverSettings.ingressTlsPort],
  functionsPort: [functionSettings.functionsPort],
} as const;

/** Notes that a default port gave way to a free one; undefined where the user chose the port, which is never changed. */
export function canMovePort(
  context: CommandContext,
  values: SettingValues,
  name: keyof typeof SETTINGS,
): PortChoice['onTaken'] {
  if (SETTINGS[name].some((setting) => values.isSet(setting))) return undefined;
  const [setting] = SETTINGS[name];
  const flag = `--${setting.flag}`;
  return (taken, used) => printMessage(context, context.translate(startMessages.portMoved({ taken, used, flag })));
}
