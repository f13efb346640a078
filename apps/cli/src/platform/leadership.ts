import { startMessages } from '../messages/index.ts';
import { leaderSettings, type SettingValues } from '../settings/index.ts';
import { CliError, ExitCode, waitForAbort } from '../terminal/index.ts';

/** Ends a command whose instance led and lost that, where the settings ask for it. */
export class Leadership {
  readonly #ends: boolean;
  readonly #loss = new AbortController();

  constructor(values: SettingValues) {
    this.#ends = values.get(leaderSettings.exitOnLostLeader);
  }

  /** To be called when the lead is lost. */
  readonly lost = (): void => {
    if (this.#ends) this.#loss.abort();
  };

  /** Resolves when the command is interrupted; throws when leadership is lost. */
  async until(interrupted: AbortSignal): Promise<void> {
    await waitForAbort(AbortSignal.any([interrupted, this.#loss.signal]));
    if (interrupted.aborted) return;
    throw new CliError(startMessages.leadershipLost, {
      code: 'LEADERSHIP_LOST',
      exitCode: ExitCode.failed,
      hint: startMessages.startAgain,
    });
  }
}
