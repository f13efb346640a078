import { runMessages } from '../messages/index.ts';
import { type CommandContext, type Keyboard, printMessage } from '../terminal/index.ts';

/** What the keys do that are not about looking. */
export interface RunKeys {
  /** Cancels the run. */
  cancel(): Promise<unknown>;
  /** Shows or hides what programs have written. */
  logs(): Promise<void>;
}

/**
 * Shows a run with keys: `d` (or Ctrl-C, which is an ordinary key meanwhile) detaches, `l` shows logs, and
 * cancel it by pressing `c` twice. Where there is no keyboard it is just shown.
 */
export async function withRunKeys<T>(
  context: CommandContext,
  keys: RunKeys,
  show: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const { terminal, interrupted, translate, output } = context;
  if (terminal.keyboard === undefined || output === 'jsonl') return show(context);
  const keyboard = await terminal.keyboard.open();
  const left = new AbortController();
  printMessage(context, context.style.dim(translate(runMessages.keys)));
  const listening = listen(keyboard, keys, left);
  // Handled from the start: it may reject while the run is still being shown. A run that cannot be cancelled is not worth
  // looking at in silence.
  listening.catch(() => left.abort());
  try {
    return await show({ ...context, interrupted: AbortSignal.any([interrupted, left.signal]) });
  } finally {
    keyboard.close();
    await listening.catch((error: unknown) => {
      terminal.alert(`${context.style.yellow('!')} ${translate(runMessages.notCancelled)}\n`);
      throw error;
    });
  }
}

async function listen(keyboard: Keyboard, { cancel, logs }: RunKeys, left: AbortController): Promise<void> {
  let before: string | undefined;
  for (let key = await keyboard.next(); key !== undefined; key = await keyboard.next()) {
    const pressed = key.kind === 'text' ? key.text : key.name;
    if (pressed === 'd' || pressed === 'ctrl-c') left.abort();
    if (pressed === 'l') await logs();
    const isMeant = pressed === 'c' && before === 'c';
    if (isMeant) await cancel();
    before = isMeant ? undefined : pressed;
  }
}
