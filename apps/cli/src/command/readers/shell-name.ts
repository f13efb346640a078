import type { ShellName } from '../../completion/shells.ts';
import { InvalidValue } from '../parameter.ts';

const NAMES: readonly ShellName[] = ['bash', 'zsh', 'fish', 'powershell'];

/** Reads the name of a shell. */
export function shellName(text: string): ShellName {
  const found = NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  const all = NAMES.join(', ');
  throw new InvalidValue({ en: `choose one of ${all}`, zh: `请从 ${all} 中选择` });
}
