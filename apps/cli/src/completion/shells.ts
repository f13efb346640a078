import type { CompletingShell } from './shell.ts';
import { bash } from './shells/bash.ts';
import { fish } from './shells/fish.ts';
import { powershell } from './shells/powershell.ts';
import { zsh } from './shells/zsh.ts';

/** The shells there are scripts for. */
export const SHELLS = { bash, zsh, fish, powershell } as const satisfies Readonly<Record<string, CompletingShell>>;
export type ShellName = keyof typeof SHELLS;
